package io.freightsdk.examples.benchmarks.codec;

import com.sun.management.ThreadMXBean;
import io.freightsdk.examples.benchmarks.Effort;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * The JVM that decodes one body over and over and tells, a line each, how many bytes of which class
 * that allocates: JFR's samples, scaled to what the thread allocated in all.
 */
final class AllocationProfile {
  /** The last of the lines. */
  static final String THE_REST = "all others";

  private static final String SAMPLES = "jdk.ObjectAllocationSample";
  private static final int MOST_CLASSES = 10;
  private static final int COUNTED_CALLS = 1_000;
  private static final String GAP = "[J";

  private final byte[] json;
  private final Codec<?> codec;

  /** Written, so that nothing of it is optimized away. */
  volatile Object kept;

  volatile long[] gap;

  private AllocationProfile(Body body) {
    this.json = body.json();
    this.codec = Library.FREIGHT_SDK.codec(body);
  }

  public static void main(String[] arguments) throws Exception {
    Body body = Body.valueOf(arguments[0]);
    AllocationProfile profile = new AllocationProfile(body);
    int millis = Effort.ofThisRun().of(3000, 300);
    profile.decode(millis);
    double bytes = profile.bytes();

    Path file = Files.createTempFile("allocations", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable(SAMPLES).with("throttle", "1000/s");
      recording.start();
      profile.decode(millis);
      recording.stop();
      recording.dump(file);
    }
    share(file).forEach((type, part) -> System.out.println(part * bytes + " " + type));
    Files.delete(file);
  }

  /** Bytes that a call allocates. */
  private double bytes() throws Exception {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    for (int i = 0; i < COUNTED_CALLS; i++) kept = codec.decode(json);
    return (double) (threads.getThreadAllocatedBytes(thread) - before) / COUNTED_CALLS;
  }

  private void decode(int millis) throws Exception {
    Random random = new Random(1);
    long end = System.nanoTime() + millis * 1_000_000L;
    while (System.nanoTime() < end) {
      // The JVM samples whatever fills its buffer. Between calls of equal size that would always be
      // the same objects.
      gap = new long[random.nextInt(256)];
      kept = codec.decode(json);
    }
  }

  /** Each class's part of the whole, the largest first; the smallest together. */
  private static Map<String, Double> share(Path file) throws IOException {
    Map<String, Long> weights = new HashMap<>();
    long whole = 0;
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      boolean ofThisLoop =
          event.getThread() != null && "main".equals(event.getThread().getJavaName());
      String type = event.getClass("objectClass").getName();
      if (!ofThisLoop || type.equals(GAP)) continue;
      long weight = event.getLong("weight");
      weights.merge(type, weight, Long::sum);
      whole += weight;
    }
    Map<String, Double> shares = new LinkedHashMap<>();
    double rest = 1;
    for (Map.Entry<String, Long> type :
        weights.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(MOST_CLASSES)
            .toList()) {
      double part = (double) type.getValue() / whole;
      shares.put(shown(type.getKey()), part);
      rest -= part;
    }
    shares.put(THE_REST, rest);
    return shares;
  }

  /** As Java writes it: {@code byte[]} for {@code [B}. */
  private static String shown(String type) {
    String simple = type.substring(type.lastIndexOf('.') + 1).replace('$', '.').replace(";", "");
    if (type.equals("[B")) return "byte[]";
    return type.startsWith("[L") ? simple + "[]" : simple;
  }
}
