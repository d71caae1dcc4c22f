import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs the test classes that a file lists, in that order, in this JVM, and writes how long each took: {@code OneLineChanges} starts it.
 * On demand it ends at the first failure, or when the time is over. A test that runs for a minute does not end: that is a failure too.
 */
public class RunTests implements TestExecutionListener {
  private static final long DOES_NOT_END = 60_000;

  private final Path times;
  private final boolean first;
  private final long end;
  private final Map<TestIdentifier, Long> running = new ConcurrentHashMap<>();
  private final Set<String> red = new HashSet<>();

  RunTests(Path times, long seconds, boolean first) {
    this.times = times;
    this.first = first;
    this.end = System.currentTimeMillis() + 1000 * seconds;
  }

  public static void main(String[] args) throws Exception {
    List<String> classes = Files.readAllLines(Path.of(args[0]));
    RunTests listener = new RunTests(Path.of(args[1]), Long.parseLong(args[2]), Boolean.parseBoolean(args[3]));
    Thread watch = new Thread(listener::watch);
    watch.setDaemon(true);
    watch.start();
    try (LauncherSession session = LauncherFactory.openSession()) {
      session.getLauncher().execute(
          LauncherDiscoveryRequestBuilder.request()
              .selectors(classes.stream().map(DiscoverySelectors::selectClass).toList())
              .filters(TagFilter.excludeTags("thorough"))
              .build(),
          listener);
    }
    System.exit(0);
  }

  private void watch() {
    while (first) {
      long now = System.currentTimeMillis();
      running.forEach((test, since) -> {
        if (test.isTest() && now - since > DOES_NOT_END) failed(test, "does not end");
      });
      if (now > end) Runtime.getRuntime().halt(0);
      try {
        Thread.sleep(500);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    running.put(test, System.currentTimeMillis());
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    long took = System.currentTimeMillis() - running.remove(test);
    String type = test.getSource().filter(ClassSource.class::isInstance).map(s -> ((ClassSource) s).getClassName()).orElse("");
    boolean isGreen = result.getStatus() != TestExecutionResult.Status.FAILED;
    if (!isGreen && first) failed(test, "");
    if (!isGreen) {
      red.add(test.getUniqueId());
      result.getThrowable().ifPresent(Throwable::printStackTrace);
    }
    if (!first && !type.isEmpty() && !type.contains("$")) {
      boolean isRed = red.stream().anyMatch(id -> id.startsWith(test.getUniqueId()));
      write(times, type + " " + took + " " + (isRed ? "red" : "green") + "\n");
    }
  }

  private void failed(TestIdentifier test, String why) {
    String type = test.getUniqueId().replaceFirst(".*(class|runner|property):([^\\]]*).*", "$2");
    write(times.resolveSibling("times.failed"), type.replaceFirst(".*\\.", "") + ": " + test.getDisplayName() + " " + why);
    Runtime.getRuntime().halt(1);
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
