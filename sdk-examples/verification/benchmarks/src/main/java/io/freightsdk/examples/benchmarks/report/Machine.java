package io.freightsdk.examples.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The machine on which the figures were measured, by its own data. */
public final class Machine {
  private static final double KIB_PER_GIB = 1 << 20;

  private Machine() {}

  /** What a reader needs to compare figures with those of another machine, in order. */
  public static Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    String architecture = System.getProperty("os.arch");
    facts.put("CPU", value("/proc/cpuinfo", "model name", ':').orElse(architecture));
    facts.put("cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
    facts.put("memory", value("/proc/meminfo", "MemTotal", ':').map(Machine::gib).orElse("?"));
    String system = System.getProperty("os.name") + " " + System.getProperty("os.version");
    facts.put(
        "system",
        value("/etc/os-release", "PRETTY_NAME", '=')
            .map(name -> name + ", " + system)
            .orElse(system));
    facts.put(
        "JVM", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    return facts;
  }

  private static String gib(String kib) {
    double value = Double.parseDouble(kib.replace("kB", "").strip());
    return String.format(Locale.ROOT, "%.1f GiB", value / KIB_PER_GIB);
  }

  /** Elsewhere than on Linux these files are absent, and the fact is what the JVM knows. */
  private static Optional<String> value(String file, String name, char separator) {
    List<String> lines;
    try {
      lines = Files.readAllLines(Path.of(file));
    } catch (IOException e) {
      return Optional.empty();
    }
    return lines.stream()
        .map(line -> line.split(String.valueOf(separator), 2))
        .filter(parts -> parts.length == 2 && parts[0].strip().equals(name))
        .map(parts -> parts[1].replace("\"", "").strip())
        .findFirst();
  }
}
