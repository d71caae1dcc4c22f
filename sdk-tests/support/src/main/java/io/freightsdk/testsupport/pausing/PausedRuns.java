package io.freightsdk.testsupport.pausing;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs tests again and again in one JVM, each time with the next seed of {@link Pauses}. Arguments:
 * the folder of the compiled tests, which tests as {@code -Dtest} takes them, how often, and a file
 * for what the tests print. Ends with 1 if a run was red or none had a pause. With {@code
 * -Dfreight.pauses.build=true} only what {@code mvn verify} runs of these tests, which may have no
 * pause.
 */
public final class PausedRuns {
  private static final boolean OF_A_BUILD = Boolean.getBoolean("freight.pauses.build");

  private final Path classes;
  private final String[] wanted;
  private final PrintStream out = System.out;
  private final Set<String> redTests = new TreeSet<>();
  private int ran;

  private PausedRuns(Path classes, String wanted) {
    this.classes = classes;
    this.wanted = wanted.split(",", -1);
  }

  public static void main(String[] arguments) throws IOException {
    PausedRuns runs = new PausedRuns(Path.of(arguments[0]), arguments[1]);
    try (PrintStream printed = new PrintStream(arguments[3], "UTF-8")) {
      System.setOut(printed);
      System.setErr(printed);
      // Threads that a test has left would keep the JVM alive.
      System.exit(runs.run(Integer.parseInt(arguments[2])) ? 0 : 1);
    }
  }

  private boolean run(int times) throws IOException {
    LauncherDiscoveryRequest request = request();
    int red = 0;
    long pauses = 0;
    long first = Pauses.seed();
    try (LauncherSession session = LauncherFactory.openSession()) {
      for (long seed = first; seed < first + times; seed++) {
        Pauses.begin(seed);
        long began = System.nanoTime();
        int before = redTests.size();
        boolean isRed = isRed(session.getLauncher(), request, seed);
        if (isRed) red++;
        pauses += Pauses.made();
        double seconds = (System.nanoTime() - began) / 1e9;
        String result = isRed ? (redTests.size() > before ? "RED" : "RED again") : "green";
        out.println(
            String.format(
                Locale.ROOT,
                "seed %d: %d tests, %d pauses, %.1f s, %s",
                seed,
                ran,
                Pauses.made(),
                seconds,
                result));
      }
    }
    redTests.forEach(test -> out.println("red: " + test));
    if (times > 1) out.println(red + " of " + times + " runs were red");
    if (ran == 0) out.println("no test is called " + String.join(",", wanted));
    boolean paused = pauses > 0 || OF_A_BUILD;
    if (!paused) out.println("no thread paused: take a smaller --chance");
    return red == 0 && ran > 0 && paused;
  }

  private boolean isRed(Launcher launcher, LauncherDiscoveryRequest request, long seed) {
    List<String> failures = new ArrayList<>();
    ran = 0;
    launcher.execute(
        request,
        new TestExecutionListener() {
          @Override
          public void executionStarted(TestIdentifier test) {
            if (test.isTest()) Pauses.beginTest();
          }

          @Override
          public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) ran++;
            if (result.getStatus() != TestExecutionResult.Status.FAILED) return;
            String name = name(test);
            redTests.add(name);
            String why = result.getThrowable().map(String::valueOf).orElse("");
            failures.add(name + ": " + why.strip().lines().limit(8).toList());
            result.getThrowable().ifPresent(Throwable::printStackTrace);
          }
        });
    for (String failure : failures) out.println("seed " + seed + ": " + failure);
    return !failures.isEmpty();
  }

  private static String name(TestIdentifier test) {
    String source =
        test.getSource()
            .map(one -> one instanceof MethodSource m ? m.getClassName() + "." : "")
            .orElse("");
    return source + test.getLegacyReportingName();
  }

  // --- which tests ---

  private LauncherDiscoveryRequest request() throws IOException {
    LauncherDiscoveryRequestBuilder request =
        LauncherDiscoveryRequestBuilder.request()
            .configurationParameter("junit.jupiter.execution.timeout.default", "10 m")
            .configurationParameter(
                "junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD");
    try (Stream<Path> files = Files.walk(classes)) {
      files
          .map(file -> classes.relativize(file).toString().replace('\\', '/'))
          .filter(file -> file.endsWith(".class") && !file.contains("$"))
          .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
          .filter(type -> Arrays.stream(wanted).anyMatch(one -> isType(one, type)))
          .sorted()
          .forEach(type -> request.selectors(DiscoverySelectors.selectClass(type)));
    }
    if (OF_A_BUILD) request.filters(TagFilter.excludeTags("thorough"));
    return request.filters((PostDiscoveryFilter) this::asked).build();
  }

  private FilterResult asked(TestDescriptor test) {
    boolean isMethod = test.getSource().filter(MethodSource.class::isInstance).isPresent();
    if (!isMethod) return FilterResult.included("no method");
    MethodSource method = (MethodSource) test.getSource().orElseThrow();
    String outer = method.getClassName().replaceFirst("\\$.*", "");
    boolean isAsked =
        Arrays.stream(wanted)
            .anyMatch(one -> isType(one, outer) && isMethod(one, method.getMethodName()));
    return FilterResult.includedIf(isAsked);
  }

  /** {@code Name}, {@code *Name} or {@code a.package.Name}, each with or without a method. */
  private static boolean isType(String wanted, String type) {
    String asked = wanted.strip().replaceFirst("#.*", "");
    String simple = type.substring(type.lastIndexOf('.') + 1);
    return matches(asked, type) || matches(asked, simple);
  }

  private static boolean isMethod(String wanted, String method) {
    int at = wanted.indexOf('#');
    if (at < 0) return true;
    return Arrays.stream(wanted.strip().substring(at + 1).split("\\+", -1))
        .anyMatch(one -> matches(one, method));
  }

  private static boolean matches(String glob, String text) {
    return text.matches(Pattern.quote(glob).replace("*", "\\E.*\\Q"));
  }
}
