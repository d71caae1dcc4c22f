package io.freightsdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the module shows to applications. */
class PublicApiTest {
  /** May only fall: each type is one more that a user has to look over. */
  private static final int MOST = 85;

  @Test
  void noMoreTypesAreExportedThanAUserCanLookOver() throws Exception {
    Path classes =
        Path.of(FreightClient.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Set<String> types = new TreeSet<>();
    for (String exported : exported(classes)) {
      try (Stream<Path> files = Files.list(classes.resolve(exported.replace('.', '/')))) {
        for (Path file : files.toList()) {
          String name = classes.relativize(file).toString().replace(File.separatorChar, '.');
          if (!name.endsWith(".class") || name.endsWith("-info.class")) continue;
          Class<?> type =
              Class.forName(
                  name.substring(0, name.length() - ".class".length()),
                  false,
                  FreightClient.class.getClassLoader());
          if (isShown(type)) types.add(type.getCanonicalName());
        }
      }
    }
    assertThat(types)
        .contains("io.freightsdk.FreightClient", "io.freightsdk.Charge.Kind")
        .hasSizeLessThanOrEqualTo(MOST);
  }

  @Test
  void nothingOptionalIsAskedForButAnnotations() throws Exception {
    Path classes =
        Path.of(FreightClient.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Set<String> optional =
        module(classes).requires().stream()
            .filter(one -> one.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC))
            .map(ModuleDescriptor.Requires::name)
            .collect(Collectors.toSet());

    assertThat(optional).isSubsetOf("org.jspecify");
  }

  /** With every type around it. */
  private static boolean isShown(Class<?> type) {
    if (type.isAnonymousClass() || type.isLocalClass() || type.isSynthetic()) return false;
    for (Class<?> each = type; each != null; each = each.getEnclosingClass()) {
      if (!Modifier.isPublic(each.getModifiers())) return false;
    }
    return true;
  }

  private static Set<String> exported(Path classes) throws Exception {
    return module(classes).exports().stream()
        .filter(export -> !export.isQualified())
        .map(ModuleDescriptor.Exports::source)
        .collect(Collectors.toSet());
  }

  private static ModuleDescriptor module(Path classes) throws Exception {
    return ModuleDescriptor.read(Files.newInputStream(classes.resolve("module-info.class")));
  }
}
