package io.freightsdk.internal.spend;

import io.freightsdk.model.Operation;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a scope and those inside it hold and have spent. Amounts are billionths of a USD. */
final class Scope extends Row {
  final String path;

  /** The path and those around it, innermost first. */
  final List<String> around;

  /** Set aside for calls that may still be charged. */
  long held;

  /** Calls that have not ended, charged ones and free ones included. */
  long running;

  /** What limits count of calls that have ended, unknown ones included. */
  long spent;

  /** The end of the hour in which the last of it was spent. */
  long spentAt;

  /** The ledger's last number when a person had the scope forgotten; 0 if nobody did. */
  long forgotten;

  /** Money that was held before this number does not count here. */
  long countsFrom;

  /** Whether its sums may miss entries of a scope of the same name that was purged. */
  boolean mayMiss;

  /** The windows that are counted, by name, with what the newest slot of each holds. */
  final Map<String, Long> windows = new LinkedHashMap<>(4);

  /** What lines add up to, by the operation's id; reads, of which there are most, come first. */
  private final Map<String, Sums> sums = new TreeMap<>(Comparator.reverseOrder());

  /** To be read. */
  Scope(String path) {
    this(path, 0, false);
  }

  Scope(String path, long countsFrom, boolean mayMiss) {
    super(SCOPE + path);
    this.mayMiss = mayMiss;
    this.path = path;
    this.around = ScopePaths.upwards(path);
    this.countsFrom = countsFrom;
  }

  Sums sums(Operation operation) {
    return sums.computeIfAbsent(operation.id(), none -> new Sums());
  }

  /** What all lines add up to, or those of one operation. */
  Sums total(@Nullable Operation operation) {
    Sums total = new Sums();
    sums.forEach(
        (of, some) -> {
          if (operation == null || operation.id().equals(of)) total.add(some);
        });
    return total;
  }

  /** Begins again; what its entries add up to stays. */
  void reset(long from) {
    held = 0;
    running = 0;
    spent = 0;
    windows.clear();
    countsFrom = from;
  }

  boolean isIdle() {
    return held == 0 && running == 0;
  }

  @Override
  void fields(Fields fields) {
    // What changes with each call comes first, so that a database writes little else.
    held = fields.usd("held", held);
    running = fields.number("running", running);
    spent = fields.usd("spent", spent);
    fields.each("window.", windows, Fields::usd, Fields::nano);
    fields.each("sum.", sums, Sums::text, Sums::parse);
    spentAt = fields.number("spentAt", spentAt);
    forgotten = fields.number("forgotten", forgotten);
    countsFrom = fields.number("countsFrom", countsFrom);
    mayMiss = fields.number("mayMiss", mayMiss ? 1 : 0) > 0;
  }
}
