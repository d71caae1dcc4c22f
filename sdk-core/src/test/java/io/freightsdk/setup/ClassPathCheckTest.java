package io.freightsdk.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Versions of libraries on the class path that OkHttp cannot use. */
class ClassPathCheckTest {
  /** The class path of this test as a consumer has it, without one class of a newer version. */
  private static final class OldLibrary extends URLClassLoader {
    private final String missingClass;

    OldLibrary(String missingClass) {
      super(classPath(), ClassLoader.getPlatformClassLoader());
      this.missingClass = missingClass;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.equals(missingClass)) {
        throw new ClassNotFoundException(name);
      }
      return super.loadClass(name, resolve);
    }

    private static URL[] classPath() {
      List<URL> urls = new ArrayList<>();
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
        try {
          urls.add(new File(entry).toURI().toURL());
        } catch (MalformedURLException e) {
          throw new AssertionError(e);
        }
      }
      return urls.toArray(URL[]::new);
    }
  }

  private static void buildClient(ClassLoader classes) throws Exception {
    Object builder =
        classes.loadClass("io.freightsdk.FreightClient").getMethod("builder").invoke(null);
    Class<?> type = builder.getClass();
    type.getMethod("baseUrl", String.class).invoke(builder, "http://127.0.0.1:1");
    type.getMethod("agentKey", String.class).invoke(builder, "agent-key");
    ((AutoCloseable) type.getMethod("build").invoke(builder)).close();
  }

  /** Okio has sockets since 3.13, and Kotlin has lists of enum constants since 1.8.20. */
  @ParameterizedTest
  @CsvSource({
    "okio.Socket, okio on the class path is older than 3.13.0, com.squareup.okio:okio-jvm:3.13.0",
    "kotlin.enums.EnumEntriesKt, kotlin-stdlib on the class path is older than 1.8.20,"
        + " org.jetbrains.kotlin:kotlin-stdlib:2.3.21"
  })
  void oldLibraryIsReportedWithItsRemedy(String missingClass, String fact, String library)
      throws Exception {
    try (OldLibrary classes = new OldLibrary(missingClass)) {
      for (String time : List.of("first", "second")) {
        Throwable failure = catchThrowable(() -> buildClient(classes));
        assertThat(failure).as(time).isInstanceOf(InvocationTargetException.class);
        assertThat(failure.getCause())
            .as(time)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageStartingWith(fact)
            .hasMessageContaining("declare " + library + " or newer")
            .hasMessageNotContaining("OkHttp on the class path")
            .hasNoCause()
            .satisfies(
                clash ->
                    assertThat(clash.getSuppressed()).hasOnlyElementsOfType(LinkageError.class));
      }
    }
  }

  @Test
  void currentLibrariesAreAccepted() throws Exception {
    try (OldLibrary classes = new OldLibrary("none")) {
      buildClient(classes);
    }
  }
}
