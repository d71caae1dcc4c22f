package io.freightsdk.examples.benchmarks.startup;

import io.freightsdk.examples.benchmarks.Effort;
import io.freightsdk.examples.benchmarks.Jdk25;
import io.freightsdk.examples.benchmarks.Rounds;
import io.freightsdk.examples.benchmarks.Suite;
import io.freightsdk.examples.benchmarks.Warmth;
import io.freightsdk.examples.benchmarks.generated.ApiClient;
import io.freightsdk.examples.benchmarks.peer.ChildJvm;
import io.freightsdk.examples.benchmarks.peer.PeerKind;
import io.freightsdk.examples.benchmarks.peer.Services;
import io.freightsdk.examples.benchmarks.peer.Versions;
import io.freightsdk.examples.benchmarks.report.Aim;
import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Peer;
import io.freightsdk.examples.benchmarks.report.Table;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Start-up time and size of each client. The class path of its JVM contains only what the client
 * needs, which proves that the counted jars are enough.
 */
public final class StartupSuite implements Suite {
  private static final String FIRST_CALL = "first call";
  private static final String SIZE = "library size";

  private static final String FIRST_CALL_TEXT =
      "The time in which a fresh JVM, with the JDK's own class data archive, loads the"
          + " client and gets the first answer; classes are those loaded meanwhile,"
          + " including the JDK's. Processor is the time of all threads, including the"
          + " compiler's. "
          + Warmth.TEXT;

  private static final String SIZE_TEXT =
      "Jars of the run-time class path, found by following the POMs from what a user declares; the"
          + " first calls above ran with just these. What is generated counts as a jar.";

  /** What a first call answers with, in this order. */
  private static final List<String> METRICS = List.of("time", "classes", "processor", "allocated");

  private static final List<String> UNITS = List.of("ms", "classes", "ms", "B");

  private final int rounds = Effort.ofThisRun().of(9, 2);

  @Override
  public String name() {
    return "startup";
  }

  @Override
  public void run(Measurements measurements, Path workFolder) throws Exception {
    Map<PeerKind, Set<Path>> jars = new EnumMap<>(PeerKind.class);
    ClassPath classPath = ClassPath.ofThisJvm();
    for (PeerKind peer : Needs.peers()) jars.put(peer, classPath.closure(Needs.of(peer)));
    try (Services services = new Services()) {
      start(measurements, ways(jars, services.fast(), workFolder), services.fast());
    }
    for (PeerKind peer : jars.keySet()) size(measurements, peer, jars.get(peer));
  }

  @Override
  public List<Table> tables() {
    String ours = PeerKind.FREIGHT_SDK.title();
    return List.of(
        new Table.Comparison(
            FIRST_CALL, "The first call of a program", FIRST_CALL_TEXT, ours, null),
        new Table.Comparison(SIZE, "What a client adds to a program", SIZE_TEXT, ours, null));
  }

  @Override
  public List<Aim> aims() {
    String ours = PeerKind.FREIGHT_SDK.title();
    return List.of(
        Aim.atMost(1.1, FIRST_CALL, ours, "time", PeerKind.OKHTTP.title()),
        Aim.figureAtMost(1_550, FIRST_CALL, ours, "classes"));
  }

  @Override
  public List<String> missing() throws IOException {
    return Jdk25.home() != null
        ? List.of()
        : List.of("a JDK 25 beside this one or as JDK_25, for virtual threads and AOT caches");
  }

  @Override
  public List<Peer> peers() {
    return Versions.all();
  }

  /** A client, and how the JVM of its first call is started. */
  private record Way(PeerKind peer, String title, Path home, List<String> flags, String classPath) {

    String call(String baseUrl) throws IOException {
      try (ChildJvm jvm =
          ChildJvm.start(home, flags, classPath, FirstCall.class, peer.name(), baseUrl)) {
        String answer = jvm.next();
        jvm.awaitEnd();
        return answer;
      }
    }
  }

  /** Every client as it comes, and ours also in the ways in which its users can start it faster. */
  private static List<Way> ways(Map<PeerKind, Set<Path>> jars, String baseUrl, Path workFolder)
      throws Exception {
    Path work = Files.createDirectories(workFolder.resolve("startup"));
    Path own = work.resolve("first-call.jar");
    Path code = codeOfThisModule();
    if (Files.isDirectory(code)) ClassPath.zip(code, Files.newOutputStream(own));
    else Files.copy(code, own, StandardCopyOption.REPLACE_EXISTING);
    List<Way> ways = new ArrayList<>();
    for (PeerKind peer : jars.keySet()) {
      String classPath = classPath(own, jars.get(peer));
      for (Warmth warmth : Warmth.all(work, "client")) {
        boolean isOurs = peer == PeerKind.FREIGHT_SDK;
        if (!isOurs && !warmth.name().isEmpty()) continue;
        String title = warmth.of(peer.title());
        warmth.prepare(
            flags -> new Way(peer, title, warmth.javaHome(), flags, classPath).call(baseUrl));
        ways.add(new Way(peer, title, warmth.javaHome(), warmth.use(), classPath));
      }
    }
    return ways;
  }

  private void start(Measurements measurements, List<Way> ways, String baseUrl) throws IOException {
    List<Rounds> values = METRICS.stream().map(metric -> new Rounds()).toList();
    for (int round = -1; round < rounds; round++) {
      for (Way way : ways) {
        String[] answer = way.call(baseUrl).split(" ");
        // The first run of each only brings its jars into the memory of the machine.
        if (round < 0) continue;
        for (int metric = 0; metric < METRICS.size(); metric++) {
          values.get(metric).add(way.title(), Double.parseDouble(answer[metric]));
        }
      }
    }
    for (int i = 0; i < METRICS.size(); i++) {
      String metric = METRICS.get(i);
      String unit = UNITS.get(i);
      values
          .get(i)
          .forEach(
              (title, figures) ->
                  measurements.add(Measurement.of(FIRST_CALL, title, metric, unit, figures)));
    }
  }

  private static String classPath(Path own, Set<Path> jars) {
    List<String> entries = new ArrayList<>();
    entries.add(own.toString());
    for (Path jar : jars) entries.add(jar.toString());
    return String.join(File.pathSeparator, entries);
  }

  private static Path codeOfThisModule() throws URISyntaxException {
    return Path.of(FirstCall.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static void size(Measurements measurements, PeerKind peer, Set<Path> jars)
      throws IOException, URISyntaxException {
    long bytes = 0;
    for (Path jar : jars) bytes += ClassPath.bytes(jar);
    int count = jars.size();
    if (peer == PeerKind.GENERATED) {
      bytes += generatedCode();
      count++;
    }
    measurements.add(Measurement.of(SIZE, peer.title(), "size", "B", bytes));
    measurements.add(Measurement.of(SIZE, peer.title(), "jars", "jars", count));
  }

  /** What the generated classes would be as a jar. */
  private static long generatedCode() throws IOException, URISyntaxException {
    Path code = codeOfThisModule();
    String folder = ApiClient.class.getPackageName().replace('.', '/');
    if (Files.isDirectory(code)) return ClassPath.bytes(code.resolve(folder));
    try (ZipFile jar = new ZipFile(code.toFile())) {
      return jar.stream()
          .filter(entry -> entry.getName().startsWith(folder))
          .mapToLong(ZipEntry::getCompressedSize)
          .sum();
    }
  }
}
