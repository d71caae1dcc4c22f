package io.freightsdk.examples.benchmarks.startup;

import io.freightsdk.examples.benchmarks.Effort;
import io.freightsdk.examples.benchmarks.Suite;
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
          + " compiler's.";

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
      start(measurements, jars, services.fast());
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
        Aim.atMost(1.08, FIRST_CALL, ours, "time", PeerKind.OKHTTP.title()),
        Aim.figureAtMost(1_550, FIRST_CALL, ours, "classes"));
  }

  @Override
  public List<Peer> peers() {
    return Versions.all();
  }

  private void start(Measurements measurements, Map<PeerKind, Set<Path>> jars, String baseUrl)
      throws Exception {
    Map<PeerKind, double[][]> values = new EnumMap<>(PeerKind.class);
    for (PeerKind peer : jars.keySet()) values.put(peer, new double[METRICS.size()][rounds]);
    for (int round = -1; round < rounds; round++) {
      for (PeerKind peer : jars.keySet()) {
        String[] answer = firstCall(peer, classPath(jars.get(peer)), baseUrl).split(" ");
        // The first run of each only brings its jars into the memory of the machine.
        if (round < 0) continue;
        for (int metric = 0; metric < METRICS.size(); metric++) {
          values.get(peer)[metric][round] = Double.parseDouble(answer[metric]);
        }
      }
    }
    for (int i = 0; i < METRICS.size(); i++) {
      int metric = i;
      values.forEach(
          (peer, figures) ->
              measurements.add(
                  Measurement.of(
                      FIRST_CALL,
                      peer.title(),
                      METRICS.get(metric),
                      UNITS.get(metric),
                      figures[metric])));
    }
  }

  private static String firstCall(PeerKind peer, String classPath, String baseUrl)
      throws IOException {
    Path home = Path.of(System.getProperty("java.home"));
    try (ChildJvm jvm = ChildJvm.start(home, classPath, FirstCall.class, peer.name(), baseUrl)) {
      return jvm.next();
    }
  }

  private static String classPath(Set<Path> jars) throws URISyntaxException {
    List<String> entries = new ArrayList<>();
    entries.add(codeOfThisModule().toString());
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
