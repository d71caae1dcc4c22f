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

/** A consumer that lists moshi first gets an okio in which OkHttp's first connect dies. */
class ClassPathCheckTest {
  /** The class path of this test as a consumer has it, with an okio that has no sockets yet. */
  private static final class OldOkio extends URLClassLoader {
    private final boolean old;

    OldOkio(boolean old) {
      super(classPath(), ClassLoader.getPlatformClassLoader());
      this.old = old;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (old && name.equals("okio.Socket")) {
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

  @Test
  void oldOkioIsReportedWithTheFixWhenAClientIsBuilt() throws Exception {
    try (OldOkio classes = new OldOkio(true)) {
      Throwable failure = catchThrowable(() -> buildClient(classes));
      assertThat(failure).isInstanceOf(InvocationTargetException.class);
      assertThat(failure.getCause())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("okio on the class path is older than 3.13.0")
          .hasMessageContaining("com.squareup.okio:okio-jvm")
          .hasNoCause()
          .satisfies(
              clash -> assertThat(clash.getSuppressed()).hasOnlyElementsOfType(LinkageError.class));
    }
  }

  @Test
  void presentOkioIsFine() throws Exception {
    try (OldOkio classes = new OldOkio(false)) {
      buildClient(classes);
    }
  }
}
