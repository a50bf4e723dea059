"""Functions that are inlined by force need no machine code of their own: more than half of the compiler's time.

Numba makes every function that a kernel calls ready to be called by itself: it links everything below into it,
optimizes all that, and has machine code made of it, level by level, only to inline it into the next. For functions
whose names were registered here their code is only linked, and optimized where it ends up. This reaches into Numba (its
code libraries); where that looks different from what is expected, nothing is changed, and compiling merely takes
longer.
"""

from __future__ import annotations

import functools
from typing import Any

_names: set[str] = set()


def register(name: str) -> None:
    """A function of this name will only be called by compiled functions that inline it."""
    _names.add(name)
    _install()


@functools.cache
def _install() -> bool:
    """Teach Numba. Whether that was possible."""
    try:
        from numba import _dynfunc
        from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary, JITCPUCodegen
        from numba.core.cpu import CPUContext

        create, executable = JITCPUCodegen.create_library, CPUContext.get_executable
        for attribute in ("_linking_libraries", "_reload_init", "_final_module"):
            if attribute not in CPUCodeLibrary.finalize.__code__.co_names:
                return False
        for attribute in ("data_layout", "_data_layout", "functions", "_function_pass_manager", "run"):
            if attribute not in CPUCodeLibrary._optimize_functions.__code__.co_names:
                return False
    except (ImportError, AttributeError):
        return False

    class Inlined(JITCodeLibrary):
        """A library that is only linked into others."""

        def _optimize_functions(self, ll_module: Any) -> None:
            """By one manager for all; those that are only declared have nothing to optimize."""
            ll_module.data_layout = self._codegen._data_layout
            manager, builder = self._codegen._function_pass_manager()
            for function in ll_module.functions:
                if not function.is_declaration:
                    manager.run(function, builder)

        def finalize(self) -> None:
            for library in dict.fromkeys(self._linking_libraries):
                self._reload_init.update(library._reload_init)
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
            self._finalized = True

    def create_library(self: Any, name: str, **options: Any) -> Any:
        if name in _names:
            return Inlined(self, name, **options)
        return create(self, name, **options)

    def get_executable(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
        if not isinstance(library, Inlined):
            return executable(self, library, fndesc, env)
        library._ensure_finalized()
        name = fndesc.qualname.split(".")[-1]
        return _dynfunc.make_function(fndesc.lookup_module(), name, "", 0, env, (library,))

    JITCPUCodegen.create_library = create_library
    CPUContext.get_executable = get_executable
    return True
