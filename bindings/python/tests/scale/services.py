# Services of a cluster on this machine: an SSH server, and Slurm with one node.
"""Services that tests of the recipes start, without changes outside of a folder."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
from collections.abc import Generator
from pathlib import Path

import pytest
from processes import free_port, is_listening, wait_for

__all__ = ["Services", "find", "services"]

SSHD = """
ListenAddress 127.0.0.1:{port}
HostKey {folder}/host_key
AuthorizedKeysFile {folder}/key.pub
AuthenticationMethods publickey
PermitRootLogin prohibit-password
PidFile none
SetEnv PATH={path}
StrictModes no
Subsystem sftp internal-sftp
UsePAM no
"""

SSH = """
Host host-a host-b
  Port {port}
Host host-down
  Port 9
Host *
  HostName 127.0.0.1
  BatchMode yes
  IdentitiesOnly yes
  IdentityFile {folder}/key
  StrictHostKeyChecking accept-new
  UserKnownHostsFile {folder}/known_hosts
"""

SLURM = """
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmdPort={node}
SlurmUser=root
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=1
SlurmdParameters=config_overrides
MailProg=/bin/true
NodeName={host} NodeAddr=127.0.0.1 CPUs=16 RealMemory=100000
PartitionName=all Nodes=ALL Default=YES
"""


def find(*names: str) -> list[str]:
    """Returns the paths of programs, or skips the test without one of them.

    `TABIYA_REQUIRE_TOOLS=1` makes the skip a failure.
    """
    folders = f"{os.environ['PATH']}:/usr/local/sbin:/usr/sbin:/sbin"
    found = [shutil.which(name, path=folders) for name in names]
    missing = " ".join(name for name, path in zip(names, found, strict=True) if path is None)
    if missing and os.environ.get("TABIYA_REQUIRE_TOOLS") == "1":
        pytest.fail(f"not installed: {missing}")
    if missing:
        pytest.skip(f"not installed: {missing}")
    return [path for path in found if path is not None]


class Services:
    """Services in a folder, and the environment of their clients."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder, self.environment = folder, environment
        self._processes: list[subprocess.Popen[bytes]] = []

    def _start(self, *command: str) -> None:
        with open(self.folder / "log", "ab") as log:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment
            )
        self._processes.append(process)

    def _log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    def start_ssh(self, *, without_units: str = "none") -> None:
        """Starts an SSH server for this user, as `host-a` and `host-b`. `host-down` is closed.

        One of them can be without files for `test -e`.
        """
        sshd, ssh, scp, keygen = find("sshd", "ssh", "scp", "ssh-keygen")
        for name in ["key", "host_key"]:
            path = str(self.folder / name)
            subprocess.run([keygen, "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
        if os.getuid() == 0:
            # Where it separates privileges. The system creates it when it starts the service.
            os.makedirs("/run/sshd", exist_ok=True)
        port = free_port()
        path = self.environment["PATH"]
        for name, text in [("sshd", SSHD), ("ssh", SSH)]:
            config = text.format(folder=self.folder, port=port, path=path)
            (self.folder / f"{name}.conf").write_text(config)
        (self.folder / "bin").mkdir()
        for program in [ssh, scp]:
            script = self.folder / "bin" / Path(program).name
            lines = [
                "#!/bin/sh",
                f'case "$*" in *"{without_units} test -e"*) exit 1 ;; esac',
                f'exec {program} -F {self.folder}/ssh.conf "$@"',
            ]
            script.write_text("\n".join(lines) + "\n")
            script.chmod(0o755)
        self.environment["PATH"] = f"{self.folder}/bin:{path}"
        self._start(sshd, "-D", "-e", "-f", str(self.folder / "sshd.conf"))
        wait_for(lambda: is_listening(port), "sshd")
        command = ["ssh", "host-a", "true"]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr + self._log()

    def start_slurm(self) -> None:
        """Starts Slurm with one node, which has 16 processors by its own account."""
        munged, slurmctld, slurmd, sinfo, _ = find("munged", "slurmctld", "slurmd", "sinfo", "sbatch")
        if os.getuid() != 0:
            pytest.skip("not root: slurmd refuses to start")
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o600)
        socket_path = f"{self.folder}/munge.socket"
        files = [f"--{name}-file={self.folder}/munged.{name}" for name in ["pid", "log", "seed"]]
        options = [f"--key-file={key}", f"--socket={socket_path}", *files]
        self._start(munged, "--foreground", "--force", *options)
        wait_for(lambda: os.path.exists(socket_path), "munged")
        (self.folder / "state").mkdir()
        (self.folder / "spool").mkdir()
        config = self.folder / "slurm.conf"
        host = socket.gethostname().split(".")[0]
        ports = {"controller": free_port(), "node": free_port()}
        config.write_text(SLURM.format(folder=self.folder, host=host, **ports))
        self.environment["SLURM_CONF"] = str(config)
        self._start(slurmctld, "-D")
        self._start(slurmd, "-D", "-N", host)

        def is_idle() -> bool:
            command = [sinfo, "--noheader", "--format=%T"]
            state = subprocess.run(command, env=self.environment, capture_output=True, check=False)
            return state.stdout.strip() == b"idle"

        wait_for(is_idle, "Slurm")

    def close(self) -> None:
        """Ends the services, the last one first."""
        for process in reversed(self._processes):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@contextlib.contextmanager
def services(folder: Path, environment: dict[str, str]) -> Generator[Services, None, None]:
    """Ends services after their use."""
    found = Services(folder, environment)
    try:
        yield found
    finally:
        found.close()
