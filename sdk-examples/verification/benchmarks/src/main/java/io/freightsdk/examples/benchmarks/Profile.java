package io.freightsdk.examples.benchmarks;

import io.freightsdk.examples.benchmarks.peer.PeerKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * Where the SDK and its server spend processor time, allocate and wait ({@code
 * -Dbenchmarks.profile=true}): every JVM that a suite starts records itself with JFR. Counted are
 * the stacks that contain a method of ours. An entry is what was on top, and the innermost method
 * of ours below it. Recording costs time, so the figures of such a run are not for the page.
 */
public final class Profile {
  private static final int ENTRIES = 15;
  private static final String FOLDER = "benchmarks.recordings";
  private static final String PART = "-Dbenchmarks.part=";
  private static final String SHORTEST_WAIT = "200us";

  private final String program;
  private long samples;
  private long ownSamples;
  private long pauses;
  private double pauseMillis;
  private double longestPauseMillis;
  private final Map<String, Double> owners = new HashMap<>();
  private final Map<String, Double> processor = new HashMap<>();
  private final Map<String, Double> allocated = new HashMap<>();
  private final Map<String, Double> waited = new HashMap<>();

  private Profile(String program) {
    this.program = program;
  }

  /** Whether this run is to be profiled. */
  public static boolean isWanted() {
    return Boolean.getBoolean("benchmarks.profile");
  }

  /**
   * Empties the folder; gives the environment of a suite's JVM, which all that it starts inherit.
   */
  static Map<String, String> start(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Path earlier : recordings(folder)) Files.delete(earlier);
    String options =
        "-Xlog:jfr+startup=error -XX:StartFlightRecording:settings=profile,dumponexit=true,maxsize=0"
            + ",jdk.ThreadPark#threshold="
            + SHORTEST_WAIT
            + ",jdk.JavaMonitorEnter#threshold="
            + SHORTEST_WAIT
            + ",filename="
            + folder.toAbsolutePath()
            + "/";
    return Map.of("JDK_JAVA_OPTIONS", options);
  }

  /** Tells a suite where its recordings are kept. */
  static String property(Path folder) {
    return "-D" + FOLDER + "=" + folder;
  }

  /**
   * An option that tells the recordings of one JVM from those of others with the same main class.
   *
   * @param part what it measures, in words
   */
  public static String part(String part) {
    return PART + part.replace(' ', '-');
  }

  /**
   * Keeps what a JVM has recorded until now, before it is killed; does nothing without profiles.
   */
  public static void save(long processId) {
    String folder = System.getProperty(FOLDER);
    if (folder == null) return;
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Path file = Path.of(folder, processId + ".jfr").toAbsolutePath();
    try {
      new ProcessBuilder(jcmd.toString(), String.valueOf(processId), "JFR.dump", "filename=" + file)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException("no recording of process " + processId, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Prints what the recordings in a folder say, one paragraph a kind of program. */
  static void print(Path folder) throws IOException {
    Map<String, Profile> profiles = new TreeMap<>();
    for (Path file : recordings(folder)) {
      List<RecordedEvent> events = RecordingFile.readAllEvents(file);
      Profile profile = profiles.computeIfAbsent(program(events), Profile::new);
      events.forEach(profile::add);
    }
    profiles.values().stream().filter(Profile::isOfOurs).forEach(Profile::print);
  }

  /** Without those that are empty, because their JVM halted before it had written them. */
  private static List<Path> recordings(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(path -> path.toString().endsWith(".jfr") && path.toFile().length() > 0)
          .toList();
    }
  }

  /** Main class or jar, the names of peers among its arguments, and its part. */
  private static String program(List<RecordedEvent> events) {
    for (RecordedEvent event : events) {
      if (!event.getEventType().getName().equals("jdk.JVMInformation")) continue;
      String arguments = Objects.requireNonNullElse(event.getString("javaArguments"), "none");
      List<String> words = new ArrayList<>(List.of(arguments.split(" ")));
      String main = words.remove(0).replaceAll(".*/|.*\\.(?=[A-Z])", "");
      words.removeIf(word -> !word.matches("[A-Z][A-Z_]+"));
      String options = Objects.requireNonNullElse(event.getString("jvmArguments"), "");
      for (String option : options.split(" ")) {
        if (option.startsWith(PART)) words.add(option.substring(PART.length()));
      }
      return (main + " " + String.join(" ", words)).strip();
    }
    return "";
  }

  private void add(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case "jdk.ExecutionSample" -> sample(event);
      case "jdk.ObjectAllocationSample" ->
          count(allocated, event, className(event, "objectClass"), event.getLong("weight"));
      case "jdk.JavaMonitorEnter" ->
          count(waited, event, className(event, "monitorClass"), millis(event));
      case "jdk.ThreadPark" -> count(waited, event, className(event, "parkedClass"), millis(event));
      case "jdk.GCPhasePause" -> {
        pauses++;
        pauseMillis += millis(event);
        longestPauseMillis = Math.max(longestPauseMillis, millis(event));
      }
      default -> {}
    }
  }

  private void sample(RecordedEvent event) {
    samples++;
    RecordedFrame top = frames(event).stream().findFirst().orElse(null);
    if (top == null || own(event) == null) return;
    ownSamples++;
    owners.merge(owner(top.getMethod().getType().getName()), 1.0, Double::sum);
    count(processor, event, name(top.getMethod()), 1);
  }

  /** Whose class it is: ours, the JDK's, or a library's by the first two words of its package. */
  private static String owner(String className) {
    if (isOurs(className)) return "the SDK and its server";
    if (className.matches("(java|javax|jdk|sun|com\\.sun)\\..*")) return "the JDK";
    List<String> words = List.of(className.split("\\."));
    return String.join(".", words.subList(0, Math.max(1, Math.min(2, words.size() - 1))));
  }

  /** Adds to the entry of {@code what}, unless nothing in the stack is ours. */
  private static void count(
      Map<String, Double> entries, RecordedEvent event, String what, double amount) {
    String own = own(event);
    if (own == null) return;
    entries.merge(what.equals(own) ? own : what + " < " + own, amount, Double::sum);
  }

  /** The innermost method of ours; null when there is none. */
  private static @Nullable String own(RecordedEvent event) {
    for (RecordedFrame frame : frames(event)) {
      if (isOurs(frame.getMethod().getType().getName())) return name(frame.getMethod());
    }
    return null;
  }

  private static boolean isOurs(String className) {
    return className.startsWith("io.freightsdk.")
        && !className.startsWith("io.freightsdk.examples.");
  }

  private static List<RecordedFrame> frames(RecordedEvent event) {
    return event.getStackTrace() == null ? List.of() : event.getStackTrace().getFrames();
  }

  private static String name(RecordedMethod method) {
    return simple(method.getType().getName()) + "." + method.getName();
  }

  private static String className(RecordedEvent event, String field) {
    RecordedClass type = event.getClass(field);
    return type == null ? "?" : simple(type.getName());
  }

  private static String simple(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }

  private static double millis(RecordedEvent event) {
    return event.getDuration().toNanos() / 1e6;
  }

  /** Not a peer that only has our parser. */
  private boolean isOfOurs() {
    boolean isPeer = program.contains("Jvm ") && !program.contains(PeerKind.FREIGHT_SDK.name());
    return ownSamples > 0 && !isPeer;
  }

  private void print() {
    System.out.printf(
        "%n-- %s: %,d samples of the processor, %.0f %% below methods of ours; %d pauses of the"
            + " collector, %.0f ms in all, %.0f ms the longest%n",
        program, samples, 100.0 * ownSamples / samples, pauses, pauseMillis, longestPauseMillis);
    print("whose method was on top, share of the samples below ours", owners, ownSamples);
    print("processor, share of all samples", processor, samples);
    print("allocated, share of what is allocated below ours", allocated, sum(allocated));
    print(
        "waited %s or longer, of %,.0f ms".formatted(SHORTEST_WAIT, sum(waited)),
        waited,
        sum(waited));
  }

  private static void print(String title, Map<String, Double> entries, double whole) {
    if (entries.isEmpty()) return;
    System.out.println("  " + title);
    String lines =
        entries.entrySet().stream()
            .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
            .limit(ENTRIES)
            .map(e -> "  %5.1f %%  %s%n".formatted(100 * e.getValue() / whole, e.getKey()))
            .collect(Collectors.joining());
    System.out.print(lines);
  }

  private static double sum(Map<String, Double> entries) {
    return entries.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
