package io.freightsdk.internal.spend;

import io.freightsdk.internal.spend.Book.Line;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The newest lines in memory, and all unknown ones. Guarded by the store's lock. */
final class MemoryLines implements Book.Lines {
  /** More unknown entries than this mean that nobody reconciles. */
  private static final int MAX_UNKNOWN = 100_000;

  private final int keptEntries;
  private final TreeMap<Long, Line> kept = new TreeMap<>();
  private final TreeMap<Long, Line> unknown = new TreeMap<>();

  MemoryLines(int keptEntries) {
    this.keptEntries = keptEntries;
  }

  /** The oldest entry that can be read; {@code Long.MAX_VALUE} if none can. */
  long firstKept() {
    return kept.isEmpty() ? Long.MAX_VALUE : kept.firstKey();
  }

  @Override
  public @Nullable Line add(Line line) {
    if (line.isUnknown()) unknown.put(line.id(), line);
    kept.put(line.id(), line);
    return kept.size() > keptEntries ? kept.pollFirstEntry().getValue() : null;
  }

  @Override
  public @Nullable Line replace(Line line) {
    unknown.remove(line.id());
    if (line.isUnknown()) unknown.put(line.id(), line);
    return kept.replace(line.id(), line) == null ? line : null;
  }

  @Override
  public @Nullable Line find(long entry) {
    Line line = unknown.get(entry);
    return line != null ? line : kept.get(entry);
  }

  @Override
  public List<Line> of(String token, long reservation, long after) {
    return kept.tailMap(after, false).values().stream()
        .filter(line -> line.call().equals(token) || line.reservation() == reservation)
        .toList();
  }

  @Override
  public List<Line> unknown() {
    return List.copyOf(unknown.values());
  }

  @Override
  public long excessUnknown() {
    return unknown.size() > MAX_UNKNOWN ? unknown.firstKey() : 0;
  }

  @Override
  public void chargedSince(String scope, long madeAt, long countedAt, Consumer<Line> reader) {
    kept.values().stream()
        .filter(line -> line.isCharged() && line.countedAt() >= countedAt)
        .forEach(reader);
  }

  @Override
  public List<Long> pricesCharged(Operation operation, long after) {
    return kept.tailMap(after, false).values().stream()
        .filter(line -> line.isCharged() && line.entry().operation() == operation)
        .map(Line::amount)
        .distinct()
        .toList();
  }

  private Stream<SpendEntry> meant(SpendFilter filter, long after) {
    return kept.tailMap(after, false).values().stream().map(Line::entry).filter(filter::matches);
  }

  @Override
  public List<SpendEntry> page(SpendFilter filter, long after, int atMost) {
    return meant(filter, after).limit(atMost).toList();
  }

  @Override
  public Sums sum(SpendFilter filter) {
    return meant(filter, 0).map(entry -> Sums.of(entry, 1)).reduce(Sums.NONE, Sums::plus);
  }

  @Override
  public boolean drop(long before, long deadBefore) {
    return kept.values()
        .removeIf(
            line ->
                Times.micros(line.entry().at()) < (line.isOfDead() ? deadBefore : before)
                    && line.countedAt() < before
                    && !line.isUnknown());
  }
}
