package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testsupport.ChildJvm;
import io.freightsdk.testsupport.Thorough;
import java.io.File;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * A build that brings an older library before ours. What would break in the middle of a paid call
 * is told when the client is built, with the line that fixes the build.
 */
class OldLibrariesTest {
  /** Where the build puts the libraries of these tests, apart from every class path. */
  private static final Path OLD = Path.of("target", "old-libraries");

  private static final long BOUND_SECONDS = 60;

  /** The program's one line, on the class path of this test with these jars before it. */
  private static String outcomeWith(String... jars) throws Exception {
    List<String> classPath = new ArrayList<>();
    for (String jar : jars) {
      Path old = OLD.resolve(jar);
      assertThat(Files.exists(old)).as("%s, which the build copies there", old).isTrue();
      classPath.add(old.toString());
    }
    classPath.addAll(
        Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator, -1)));
    Process program =
        new ProcessBuilder(
                ChildJvm.command(
                    "-cp",
                    String.join(File.pathSeparator, classPath),
                    BuildsAClient.class.getName()))
            .redirectErrorStream(true)
            .start();
    try (InputStream output = program.getInputStream()) {
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
      assertThat(program.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).as(text).isTrue();
      return text;
    } finally {
      program.destroyForcibly();
    }
  }

  private static void assertRefused(String outcome, String... named) {
    assertThat(outcome).startsWith("refused java.lang.IllegalStateException").contains(named);
  }

  @Thorough("every test that builds a client says so")
  @Test
  void theLibrariesOfThisBuildAreFine() throws Exception {
    assertThat(outcomeWith()).isEqualTo("built true");
  }

  @Test
  void anOldResilience4jIsNamedWithTheOneToDeclare() throws Exception {
    assertRefused(
        outcomeWith(
            "resilience4j-retry-1.7.1.jar", "resilience4j-core-1.7.1.jar", "vavr-0.10.2.jar"),
        "resilience4j",
        "io.github.resilience4j:resilience4j-retry:2");
  }

  @Test
  void okHttpThreeAsRetrofitBringsItIsNamedWithTheOneToDeclare() throws Exception {
    assertRefused(
        outcomeWith("retrofit-2.11.0.jar", "okhttp-3.14.9.jar"),
        "OkHttp",
        "com.squareup.okhttp3:okhttp-jvm:5");
  }

  @Thorough("both at once say it as well")
  @Test
  void okHttpFourBesideFiveIsNamedWithTheOneToDeclare() throws Exception {
    assertRefused(outcomeWith("okhttp-4.12.0.jar"), "OkHttp", "com.squareup.okhttp3:okhttp-jvm:5");
  }

  @Test
  void anOldOkioBesideTheNewOneIsNamedWithTheOneToDeclare() throws Exception {
    assertRefused(outcomeWith("okio-1.17.2.jar"), "okio", "com.squareup.okio:okio-jvm:3");
  }

  @Thorough("both at once say it as well")
  @Test
  void okioThreeThatIsTooOldIsNamedWithTheOneToDeclare() throws Exception {
    assertRefused(outcomeWith("okio-jvm-3.6.0.jar"), "okio", "com.squareup.okio:okio-jvm:3");
  }

  @Test
  void allThatAreTooOldAreNamedAtOnce() throws Exception {
    assertRefused(
        outcomeWith("okhttp-4.12.0.jar", "okio-jvm-3.6.0.jar"),
        "com.squareup.okio:okio-jvm:3",
        "com.squareup.okhttp3:okhttp-jvm:5");
  }
}
