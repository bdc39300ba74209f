# The cluster recipes: commands of the how-to pages and the files that they use, at a lower depth.
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from processes import free_port, wait_for
from services import Services, find, services
from tabiya.scale import UnitsFile
from test_engines import program

HOW_TO = Path(__file__).parents[4] / "docs" / "how-to"
FILES = HOW_TO / "cluster"

DEPTHS = {6: 119_060_324, 7: 3_195_901_860, 8: 84_998_978_956, 9: 2_439_530_234_167}
DEPTH = int(os.environ.get("TABIYA_RECIPES_DEPTH", "6"))
"""The depth of the walk on one machine; 9 is that of the page."""

PARTS = 4
"""The parts of a count, instead of 20."""

TOTAL = "Nodes: 119060324\n"
"""What a sum of the recipes prints, which count to depth 6 instead of 11."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files of the recipes, and `five.units` with fewer and larger units."""
    shutil.copytree(FILES, tmp_path, dirs_exist_ok=True)
    UnitsFile.split(tmp_path / "five.units", 5, records_per_unit=20_000)
    return tmp_path


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment whose `PATH` has `tabiya-units` and the Python of the tests."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "tabiya-units").symlink_to(program())
    path = f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHON": sys.executable}


@pytest.fixture
def cluster_services(environment: dict[str, str]) -> Iterator[Services]:
    """Services in a folder with a short path, which sockets need."""
    with tempfile.TemporaryDirectory() as short, services(Path(short), environment) as found:
        yield found


def commands(page: str, heading: str, changes: dict[str, str]) -> str:
    """Returns the `sh` blocks of a section of a page, with replaced words."""
    text = (HOW_TO / page).read_text()
    section = re.split(rf"^## {heading}$", text, flags=re.MULTILINE)[1].split("\n## ")[0]
    found = "\n".join(re.findall(r"^```sh\n(.*?)^```", section, re.MULTILINE | re.DOTALL))
    assert found, f"{page}: no commands in section {heading}"
    for old, new in changes.items():
        pattern = rf"(?<![\w.]){re.escape(old)}(?![\w.])"
        found, count = re.subn(pattern, new, found)
        assert count > 0, f"{page}: {heading}: no {old}"
    return found


def run(script: str, folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Runs a script, which must succeed."""
    command = ["/bin/sh", "-euc", script]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, f"{script}\n{done.stdout}\n{done.stderr}"
    return done


def sum_of(folder: Path, environment: dict[str, str]) -> str:
    return run("tabiya-units sum five.units 6 results", folder, environment).stdout


def test_walk_on_one_machine_counts_total(tmp_path: Path, environment: dict[str, str]) -> None:
    page, changes = "perft-on-a-cluster.md", {"9": str(DEPTH)}
    larger_units = {"5": "5 --records-per-unit 20000"} if DEPTH < 9 else {}
    split = run(commands(page, "Split the tree", larger_units), tmp_path, environment).stdout
    assert split.startswith("wrote 822518 unique positions") and split.endswith("\nvalid\n")
    by_driver = run(commands(page, "Count with the driver", changes), tmp_path, environment)
    by_program = run(commands(page, "Count with the program", changes), tmp_path, environment)
    for done in [by_driver, by_program]:
        assert done.stdout.endswith(f"Nodes: {DEPTHS[DEPTH]}\n")
    # The driver reads the folder of the program.
    command = f"python -m tabiya.scale sum {DEPTH} --units five.units --store results nine.db"
    both = run(command, tmp_path, environment).stdout
    assert re.fullmatch(r"Units: (\d+) of \1 counted, \1 of them more than once\nNodes: (\d+)\n", both)


def test_dask_over_ssh_counts_total(
    folder: Path, environment: dict[str, str], cluster_services: Services
) -> None:
    cluster_services.start_ssh(without_units="host-b")
    environment["PORT"] = str(free_port())
    changes = {"11": "6", "10.0.0.1": "127.0.0.1", "8G": "16M", "8": "2"}
    script = commands("cluster-recipes.md", "Dask over SSH", changes)
    original = (folder / "five.units").stat().st_ino
    assert run(script, folder, environment).stdout.endswith(TOTAL)
    # The copy for host-b has replaced the file, since both machines are this one.
    assert (folder / "five.units").stat().st_ino != original
    assert {path.name for path in folder.glob("worker-*")} == {"worker-host-a.log", "worker-host-b.log"}
    address = f"tcp://127.0.0.1:{environment['PORT']}"
    wait_for(lambda: not processes_with(address), "end of the workers")
    # A host that is down is left out, and each of the others suffices.
    (folder / "hosts").write_text("host-down\nhost-b\n")
    (folder / "eleven.db").unlink()
    again = run(script.splitlines()[-1], folder, environment)
    assert again.stdout.endswith(TOTAL)
    assert "host-down: left out" in again.stderr


def processes_with(word: str) -> list[str]:
    """Returns the command lines with a word of all processes."""
    listing = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    return [line for line in listing.stdout.splitlines() if word in line]


def test_dask_over_ssh_ends_on_interrupt(
    folder: Path, environment: dict[str, str], cluster_services: Services
) -> None:
    terminal = find("script")[0]
    cluster_services.start_ssh()
    environment |= {"ADDRESS": "127.0.0.1", "PORT": str(free_port())}
    (folder / "hosts").write_text("host-a\n")
    command = f"bash dask-ssh.sh hosts 9 {folder}/five.units nine.db --no-hash"
    output = folder / "typescript"
    output.touch()
    options = ["--quiet", "--flush", "--return", "--command", command, str(output)]
    process = subprocess.Popen(
        [terminal, *options], cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    try:
        wait_for(lambda: b"1 workers" in output.read_bytes(), "worker")
        assert process.stdin is not None
        process.stdin.write(b"\x03")
        process.stdin.flush()
        assert process.wait(30) == 130
    finally:
        process.kill()
        process.communicate()
    assert b"Resume: nine.db is valid" in output.read_bytes()
    wait_for(lambda: not processes_with(f":{environment['PORT']} "), "end of the workers")


@pytest.mark.parametrize("hosts", ["", "--sshlogin host-a,host-b"])
def test_parallel_counts_total(
    folder: Path, environment: dict[str, str], cluster_services: Services, hosts: str
) -> None:
    find("parallel")
    script = commands("cluster-recipes.md", "GNU parallel", {"11": "6", "8G": "16M", "20": str(PARTS)})
    if hosts:
        cluster_services.start_ssh()
        assert hosts in script
    else:
        script = script.split(" --sshlogin")[0] + " -j 2"
    assert run(script, folder, environment).stdout.endswith(TOTAL)
    jobs = [line.split("\t") for line in (folder / "results.joblog").read_text().splitlines()[1:]]
    assert len(jobs) == PARTS and all(job[6] == "0" for job in jobs)
    assert {job[1] for job in jobs} == ({"host-a", "host-b"} if hosts else {":"})


def test_slurm_array_counts_total(
    folder: Path, environment: dict[str, str], cluster_services: Services
) -> None:
    cluster_services.start_slurm()
    run(slurm_commands(), folder, environment)
    wait_for(lambda: run("squeue --noheader", folder, environment).stdout == "", "jobs")
    assert (folder / "sum.log").read_text().endswith(TOTAL)
    assert len(list(folder.glob("slurm-*_*.out"))) == PARTS


def slurm_commands() -> str:
    changes = {"11": "6", "8G": "16M", "20": str(PARTS), "0-19": f"0-{PARTS - 1}"}
    return commands("cluster-recipes.md", "Slurm", changes)


def test_slurm_task_counts_its_part(folder: Path, environment: dict[str, str]) -> None:
    found = re.findall(r"slurm\.sh .*(?=\))", slurm_commands())
    assert found == [f"slurm.sh {PARTS} 6 five.units results"]

    def run_task(task: int) -> None:
        run(f"sh {found[0]}", folder, {**environment, "HASH": "16M", "SLURM_ARRAY_TASK_ID": str(task)})

    for task in range(PARTS):
        if task != 2:
            run_task(task)
    command = ["tabiya-units", "sum", "five.units", "6", "results"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, "Missing: 10 units: 21..31\n" in done.stdout) == (1, True), done
    run_task(2)
    assert sum_of(folder, environment).endswith(TOTAL)


def test_kubernetes_file_matches_schema(folder: Path) -> None:
    pytest.importorskip("kubernetes_validate")
    command = [sys.executable, "-m", "kubernetes_validate", "--strict", "kubernetes.yaml"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def jobs_of(path: Path) -> dict[str, dict[str, Any]]:
    """Returns the jobs of a file of Kubernetes by name."""
    yaml: Any = pytest.importorskip("yaml")
    documents: list[dict[str, Any]] = list(yaml.safe_load_all(path.read_text()))
    return {found["metadata"]["name"]: found for found in documents if found["kind"] == "Job"}


def test_kubernetes_jobs_count_total(folder: Path, environment: dict[str, str]) -> None:
    jobs = jobs_of(folder / "kubernetes.yaml")
    page = (HOW_TO / "cluster-recipes.md").read_text()
    assert list(dict.fromkeys(re.findall(r" job/(\S+)", page))) == list(jobs)
    steps = [job["metadata"]["labels"]["step"] for job in jobs.values()]
    assert re.findall(r" -l step=(\S+)", page) == steps
    output = ""
    for job in jobs.values():
        output = run_job(job["spec"], folder, environment)
    assert output.endswith(TOTAL)


def run_job(spec: dict[str, Any], folder: Path, environment: dict[str, str]) -> str:
    """Runs the container of a job as often as it has completions. Returns the last output."""
    container = spec["template"]["spec"]["containers"][0]
    assert container["workingDir"] == container["volumeMounts"][0]["mountPath"]
    values = {entry["name"]: entry["value"] for entry in container["env"]}
    completions = spec.get("completions", 1)
    assert int(values.get("PARTS", 1)) == completions >= 1
    changes = {"SPLIT": "3", "DEPTH": "6", "HASH": "16M", "PARTS": str(PARTS)}
    values |= {name: value for name, value in changes.items() if name in values}
    command = [*container["command"], *container["args"]]
    output = ""
    for index in range(min(completions, PARTS)):
        extra = {"JOB_COMPLETION_INDEX": str(index)} if spec.get("completionMode") == "Indexed" else {}
        done = subprocess.run(
            command, cwd=folder, env={**environment, **values, **extra}, capture_output=True, text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        output = done.stdout
    return output


def test_scripts_pass_shellcheck() -> None:
    shellcheck = find("shellcheck")[0]
    scripts = sorted(map(str, FILES.glob("*.sh")))
    assert len(scripts) == 3
    done = subprocess.run([shellcheck, *scripts], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
