# The replacement of files.
from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from tabiya.scale._stores import incomplete_name, new_file


def test_new_file_replaces_the_old_one_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    with new_file(str(path)) as temporary:
        Path(temporary).write_text("new")
        assert path.read_text() == "old"
        assert incomplete_name(os.path.basename(temporary)) == "file"
    assert path.read_text() == "new" and list(tmp_path.iterdir()) == [path]
    # Other users may read the file, as far as the umask allows.
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask


def test_error_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), new_file(str(path)) as temporary:
        Path(temporary).write_text("half")
        raise ZeroDivisionError
    # The caller has written no file.
    with pytest.raises(FileNotFoundError), new_file(str(path)):
        pass
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


def test_target_of_a_link_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    (tmp_path / "link").symlink_to("other/target")
    monkeypatch.chdir(tmp_path)
    for text in ["first", "second"]:
        with new_file("link") as temporary:
            Path(temporary).write_text(text)
        assert (folder / "target").read_text() == text
        assert (tmp_path / "link").is_symlink() and len(list(folder.iterdir())) == 1
