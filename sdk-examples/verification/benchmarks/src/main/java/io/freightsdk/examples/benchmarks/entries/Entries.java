package io.freightsdk.examples.benchmarks.entries;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts method entries while it is on. Instrumented methods call {@link #hit}. */
public final class Entries {
  private static final int MOST_METHODS = 100_000;

  private static final List<Method> METHODS = new ArrayList<>();
  private static final AtomicLongArray HITS = new AtomicLongArray(MOST_METHODS);
  private static volatile boolean on;

  private Entries() {}

  /**
   * A method that is counted.
   *
   * @param file source file with its package, such as {@code io/freightsdk/Charge.java}
   * @param plain whether it is no constructor, no class initializer and no accessor
   */
  record Method(String name, String file, boolean plain) {
    boolean isOfModels() {
      return file.startsWith("io/freightsdk/model/");
    }
  }

  /**
   * What one call entered.
   *
   * @param entries into plain methods of the client
   * @param files the source files of the client that any entered method lies in
   * @param allEntries into any methods of the client
   * @param modelEntries into plain methods of the models, which read and write JSON
   */
  record Count(long entries, long files, long allEntries, long modelEntries) {}

  static int add(Method method) {
    synchronized (METHODS) {
      METHODS.add(method);
      return METHODS.size() - 1;
    }
  }

  /** A method begins. */
  public static void hit(int method) {
    if (on) HITS.incrementAndGet(method);
  }

  static void begin() {
    for (int i = 0; i < MOST_METHODS; i++) HITS.set(i, 0);
    on = true;
  }

  static Count end() {
    on = false;
    long entries = 0;
    long allEntries = 0;
    long modelEntries = 0;
    Set<String> files = new HashSet<>();
    synchronized (METHODS) {
      for (int i = 0; i < METHODS.size(); i++) {
        long hits = HITS.get(i);
        if (hits == 0) continue;
        Method method = METHODS.get(i);
        if (method.isOfModels()) {
          if (method.plain()) modelEntries += hits;
          continue;
        }
        files.add(method.file());
        allEntries += hits;
        if (method.plain()) entries += hits;
      }
    }
    return new Count(entries, files.size(), allEntries, modelEntries);
  }

  /** The methods of the last count by file, each with how often it was entered. */
  static List<String> methods() {
    Map<String, Long> byName = new TreeMap<>();
    synchronized (METHODS) {
      for (int i = 0; i < METHODS.size(); i++) {
        long hits = HITS.get(i);
        Method method = METHODS.get(i);
        String kind = method.plain() ? "" : " (constructor or accessor)";
        if (hits > 0) byName.merge(method.file() + " " + method.name() + kind, hits, Long::sum);
      }
    }
    return byName.entrySet().stream()
        .map(entry -> entry.getValue() + " " + entry.getKey())
        .toList();
  }
}
