package io.freightsdk.planted;

import io.freightsdk.testsupport.PlantedFault;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs tests by their names, in classes that are loaded once more. Not in the JVM of a build, whose
 * own tests would be judged by what these leave open and log.
 */
final class NamedTests {
  /**
   * A test, with all its cases. Test classes are not public, so it is found by its name.
   *
   * @param type below {@code io.freightsdk}
   */
  record Name(String type, String method) {
    /** Reads {@code money.RepeatedKeyTest#aMethod}. */
    static Name of(String text) {
      String[] parts = text.split("#");
      return new Name(parts[0], parts[1]);
    }

    String className() {
      return "io.freightsdk." + type;
    }

    @Override
    public String toString() {
      return type + "#" + method;
    }
  }

  /**
   * What became of them.
   *
   * @param passed how many cases did
   * @param failures of the others, and of what stands around them
   */
  record Outcome(int passed, List<Throwable> failures) {}

  /** Far longer than any of them takes. */
  private static final String LIMIT = "60 s";

  private NamedTests() {}

  /**
   * @param folder of the classes that stand before the shipped ones
   */
  static Outcome run(Path folder, Collection<Name> names) {
    Thread here = Thread.currentThread();
    ClassLoader before = here.getContextClassLoader();
    ClassLoader loader = PlantedFault.loader(folder);
    // Where JUnit looks for extensions.
    here.setContextClassLoader(loader);
    try {
      return run(loader, names);
    } finally {
      here.setContextClassLoader(before);
    }
  }

  private static Outcome run(ClassLoader loader, Collection<Name> names) {
    LauncherDiscoveryRequestBuilder request =
        LauncherDiscoveryRequestBuilder.request()
            .configurationParameter("junit.jupiter.execution.timeout.default", LIMIT)
            .configurationParameter(
                "junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD");
    for (Name name : names) {
      request.selectors(DiscoverySelectors.selectMethod(type(loader, name), method(loader, name)));
    }
    Heard heard = new Heard();
    LauncherConfig jupiter =
        LauncherConfig.builder()
            .enableTestEngineAutoRegistration(false)
            .addTestEngines(new JupiterTestEngine())
            .build();
    LauncherFactory.create(jupiter).execute(request.build(), heard);
    return new Outcome(heard.passed, heard.failures);
  }

  private static Class<?> type(ClassLoader loader, Name name) {
    try {
      return loader.loadClass(name.className());
    } catch (ReflectiveOperationException none) {
      throw noTest(name, none);
    }
  }

  /** In the class, or in the contract that it keeps. */
  private static Method method(ClassLoader loader, Name name) {
    for (Class<?> each = type(loader, name); each != null; each = each.getSuperclass()) {
      for (Method method : each.getDeclaredMethods()) {
        if (method.getName().equals(name.method())) return method;
      }
    }
    throw noTest(name, null);
  }

  private static IllegalArgumentException noTest(Name name, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "there is no test " + name + "; name the one that finds the fault now", cause);
  }

  /**
   * Why the one test that was run does not find the fault; null if an assertion of its own does.
   */
  static @Nullable String missed(Name name, Outcome outcome) {
    if (outcome.failures.stream().anyMatch(thrown -> isOwn(name, thrown))) return null;
    if (outcome.failures.isEmpty()) {
      return outcome.passed == 0 ? name + " was not run" : name + " passes";
    }
    Throwable other = outcome.failures.get(0);
    return name + " fails, but by no assertion of its own: " + other;
  }

  private static boolean isOwn(Name name, Throwable thrown) {
    ClassLoader here = NamedTests.class.getClassLoader();
    String declared = method(here, name).getDeclaringClass().getName();
    return thrown instanceof AssertionError
        && Arrays.stream(thrown.getStackTrace())
            .map(StackTraceElement::getClassName)
            .anyMatch(type -> type.startsWith(name.className()) || type.startsWith(declared));
  }

  private static final class Heard implements TestExecutionListener {
    private final List<Throwable> failures = new ArrayList<>();
    private int passed;

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      boolean successful = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
      if (test.isTest() && successful) passed++;
      result.getThrowable().ifPresent(failures::add);
    }
  }
}
