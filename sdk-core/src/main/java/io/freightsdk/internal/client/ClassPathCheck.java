package io.freightsdk.internal.client;

import io.freightsdk.error.ConfigurationProblem;
import io.github.resilience4j.core.functions.CheckedSupplier;
import io.github.resilience4j.retry.Retry;
import java.io.Serial;
import java.net.Socket;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import okhttp3.OkHttpClient;
import okio.Okio;
import org.jspecify.annotations.Nullable;

/**
 * Finds versions of okio, OkHttp, resilience4j and kotlin-stdlib that are too old, when a client is
 * built. OkHttp fails with a {@link NoSuchMethodError} only at its first connect, in a paid call.
 * Maven takes the nearest version of a library, not the newest: a project that lists moshi first
 * gets an okio without the sockets that OkHttp 5 needs, and one with another HTTP library may get
 * OkHttp 4 next to 5.
 */
public final class ClassPathCheck {
  private final Set<String> facts = new LinkedHashSet<>();
  private final Set<String> remedies = new LinkedHashSet<>();
  private final List<LinkageError> causes = new ArrayList<>();

  private ClassPathCheck() {}

  /**
   * Links members that old versions do not have; nothing is sent or read.
   *
   * @throws IllegalStateException that names every such library and the dependency to add to the
   *     build
   */
  public static void run() {
    ClassPathCheck check = new ClassPathCheck();
    check.linkAll();
    if (check.facts.isEmpty()) return;

    // No cause, because Spring Boot would explain the linkage error instead of the missing
    // dependency.
    OldLibraryException clash =
        new OldLibraryException(String.join("; ", check.facts), String.join("; ", check.remedies));
    check.causes.forEach(clash::addSuppressed);
    throw clash;
  }

  private void linkAll() {
    check(
        () -> (Function<Socket, okio.Socket>) Okio::socket,
        "okio on the class path is older than 3.13.0, and OkHttp cannot open a connection with it",
        "com.squareup.okio:okio-jvm:3.13.0",
        ", or list freight-sdk-core before moshi in your build file");
    check(
        () -> new OkHttpClient.Builder().fastFallback(true),
        "OkHttp on the class path is older than 5.0, alone or before OkHttp 5",
        "com.squareup.okhttp3:okhttp:5.5.1",
        "");
    check(
        () -> (Execute) Retry::executeCheckedSupplier,
        "resilience4j on the class path is older than 2.0",
        "io.github.resilience4j:resilience4j-retry:2.4.0",
        "");
  }

  /**
   * The form of {@code Retry.executeCheckedSupplier} since resilience4j 2.0; linked, never called.
   */
  @SuppressWarnings("UnusedMethod") // Linking it is the whole check.
  private interface Execute {
    Object with(Retry retry, CheckedSupplier<Object> supplier) throws Throwable;
  }

  private void check(Supplier<?> link, String fact, String library, String otherwise) {
    try {
      Object unused = link.get();
    } catch (LinkageError tooOld) {
      causes.add(tooOld);
      if (lacksKotlin(tooOld)) {
        facts.add("kotlin-stdlib on the class path is older than 1.8.20");
        remedies.add(declare("org.jetbrains.kotlin:kotlin-stdlib:2.3.21"));
      } else {
        facts.add(fact);
        remedies.add(declare(library) + otherwise);
      }
    }
  }

  private static String declare(String library) {
    return "declare " + library + " or newer as a direct dependency";
  }

  private static final class OldLibraryException extends IllegalStateException
      implements ConfigurationProblem {
    @Serial private static final long serialVersionUID = 1;

    private final String problem;
    private final String remedy;

    OldLibraryException(String problem, String remedy) {
      super(problem + "; " + remedy);
      this.problem = problem;
      this.remedy = remedy;
    }

    @Override
    public @Nullable String option() {
      return null;
    }

    @Override
    public String problem() {
      return problem;
    }

    @Override
    public String remedy() {
      return remedy;
    }
  }

  /**
   * Whether a class of Kotlin is missing, which okio and OkHttp are written in. From the second
   * client on, only the message of the cause names that class.
   */
  private static boolean lacksKotlin(Throwable thrown) {
    for (Throwable e = thrown; e != null; e = e.getCause()) {
      if (String.valueOf(e.getMessage()).contains("kotlin/")) return true;
    }
    return false;
  }
}
