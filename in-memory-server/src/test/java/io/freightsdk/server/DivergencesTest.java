package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

class DivergencesTest {
  private static final Path PAGE = Path.of("../docs/divergences.md");

  @ParameterizedTest
  @MethodSource("all")
  void everyDivergenceIsHeldByATest(Divergence divergence) throws ClassNotFoundException {
    int dot = divergence.test().lastIndexOf('.');
    Class<?> type = Class.forName(divergence.test().substring(0, dot));
    String name = divergence.test().substring(dot + 1);
    assertThat(Arrays.stream(type.getDeclaredMethods()).filter(DivergencesTest::isTest))
        .extracting(Method::getName)
        .contains(name);
  }

  @Test
  void idsAreUnique() {
    assertThat(Divergences.all()).extracting(Divergence::id).doesNotHaveDuplicates();
  }

  /** Run with {@code -Ddivergences.write=true} to write the page anew. */
  @Test
  void thePageInDocsIsWhatTheRegistrySays() throws IOException {
    if (Boolean.getBoolean("divergences.write")) {
      Files.createDirectories(PAGE.getParent());
      Files.writeString(PAGE, Divergences.markdown());
    }
    assertThat(Files.readString(PAGE))
        .as("docs/divergences.md is stale; run this test with -Ddivergences.write=true")
        .isEqualTo(Divergences.markdown());
  }

  static Iterable<Divergence> all() {
    return Divergences.all();
  }

  private static boolean isTest(Method method) {
    return AnnotationSupport.isAnnotated(method, Testable.class);
  }
}
