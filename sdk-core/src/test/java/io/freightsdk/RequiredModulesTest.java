package io.freightsdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The modules that the client requires of applications. */
class RequiredModulesTest {
  @Test
  void onlyAnnotationsAreOptionalModules() throws Exception {
    Path classes =
        Path.of(FreightClient.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Set<String> optional =
        module(classes).requires().stream()
            .filter(one -> one.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC))
            .map(ModuleDescriptor.Requires::name)
            .collect(Collectors.toSet());

    assertThat(optional).isSubsetOf("org.jspecify", "com.fasterxml.jackson.annotation");
  }

  private static ModuleDescriptor module(Path classes) throws Exception {
    return ModuleDescriptor.read(Files.newInputStream(classes.resolve("module-info.class")));
  }
}
