package io.freightsdk.testsupport;

import java.io.PrintStream;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The warnings and errors of the running test, kept instead of printed. Tests of one JVM run one
 * after the other, so all that is logged belongs to the test that runs, or to the one before it,
 * whose last threads may still be ending: what that one expected is allowed as well.
 */
final class Warnings extends Handler {
  static final Warnings INSTANCE = new Warnings();

  private static final String OURS = "io.freightsdk";

  /** What the exception of the same call says too: many tests lose an answer on purpose. */
  private static final Pattern LOST_CALL =
      Pattern.compile("WARNING io\\.freightsdk\\.calls: .* ended after .* and may have cost .*");

  private static final int MOST = 1_000;

  /** Held, or what a test sets on it would be forgotten before its end. */
  private static final Logger LOGGER = Logger.getLogger(OURS);

  /** Guarded by this. */
  private final List<String> lines = new ArrayList<>();

  /** What the test before the running one expected; guarded by this. */
  private Set<String> expectedBefore = Set.of();

  private final SimpleFormatter texts = new SimpleFormatter();

  private Warnings() {
    setLevel(Level.WARNING);
  }

  /** Takes the place of the console, for as long as the JVM lives. */
  static void keep() {
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) root.removeHandler(handler);
    root.addHandler(INSTANCE);
  }

  @Override
  public void publish(LogRecord line) {
    if (!isLoggable(line)) return;
    Throwable thrown = line.getThrown();
    String told =
        line.getLevel().getName()
            + " "
            + line.getLoggerName()
            + ": "
            + texts.formatMessage(line)
            + (thrown == null ? "" : " (" + thrown + ")");
    synchronized (this) {
      if (lines.size() < MOST) lines.add(told);
    }
  }

  synchronized void begin() {
    lines.clear();
  }

  /** Says what is wrong with the warnings of a test that passed, or null. */
  synchronized @Nullable AssertionError end(Class<?> test, @Nullable AnnotatedElement method) {
    // A test that listens or silences for itself does so until its end, and not for the next one.
    LOGGER.setLevel(null);
    LOGGER.setUseParentHandlers(true);

    Set<String> demanded = method == null ? Set.of() : expected(method);
    Set<String> allowed = new LinkedHashSet<>(demanded);
    for (Class<?> type = test; type != null; type = outer(type)) allowed.addAll(expected(type));
    Set<String> allowedNow = new LinkedHashSet<>(allowed);
    allowedNow.addAll(expectedBefore);
    expectedBefore = allowed;

    List<String> unexpected =
        lines.stream()
            .filter(line -> line.contains(" " + OURS) && !LOST_CALL.matcher(line).matches())
            .filter(line -> !matches(line, allowedNow))
            .distinct()
            .limit(5)
            .toList();
    List<String> missing =
        demanded.stream().filter(text -> lines.stream().noneMatch(l -> l.contains(text))).toList();
    if (!unexpected.isEmpty()) {
      return new AssertionError(
          "logged, and not expected (see @ExpectedWarnings):\n  "
              + String.join("\n  ", unexpected));
    }
    if (!missing.isEmpty())
      return new AssertionError("expected in the log, and not there: " + missing);
    return null;
  }

  /** What a test that failed had logged, for whoever reads of its failure. */
  synchronized void tell(String test, PrintStream out) {
    if (lines.isEmpty()) return;
    out.println(test + " failed, and logged:");
    for (String line : lines.subList(0, Math.min(lines.size(), 20))) out.println("  " + line);
  }

  private static @Nullable Class<?> outer(Class<?> type) {
    return type.getEnclosingClass() != null ? type.getEnclosingClass() : type.getSuperclass();
  }

  private static Set<String> expected(AnnotatedElement element) {
    ExpectedWarnings annotation = element.getAnnotation(ExpectedWarnings.class);
    return annotation == null ? Set.of() : Set.of(annotation.value());
  }

  private static boolean matches(String line, Collection<String> texts) {
    return texts.stream().anyMatch(line::contains);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
