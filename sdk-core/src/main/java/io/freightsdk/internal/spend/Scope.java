package io.freightsdk.internal.spend;

import io.freightsdk.model.Operation;
import io.freightsdk.spend.store.Cell;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a scope and those inside it hold and have spent. Amounts are billionths of a USD. */
final class Scope implements Cell {
  private static final String SUM = "sum.";
  private static final Map<String, Operation> OPERATIONS = new HashMap<>();

  static {
    for (Operation operation : Operation.values()) OPERATIONS.put(operation.id(), operation);
  }

  final String path;

  /** Set aside for calls that may still be charged. */
  long held;

  /** Calls that have not ended, charged ones and free ones included. */
  long running;

  /** What limits count of calls that have ended, unknown ones included. */
  long spent;

  /** When the last of it was spent. */
  long spentAt;

  /** The ledger's last number when a person had the scope forgotten; 0 if nobody did. */
  long forgotten;

  /** Money that was held before this number does not count here. */
  long countsFrom;

  /** Names of the windows that are counted. */
  List<String> windows = List.of();

  private final Map<Operation, Sums> sums = new EnumMap<>(Operation.class);

  Scope(String path, long countsFrom) {
    this.path = path;
    this.countsFrom = countsFrom;
  }

  Scope(String path, Fields fields) {
    this.path = path;
    this.held = fields.nano("held");
    this.running = fields.number("running");
    this.spent = fields.nano("spent");
    this.spentAt = fields.number("spentAt");
    this.forgotten = fields.number("forgotten");
    this.countsFrom = fields.number("countsFrom");
    this.windows =
        fields.has("windows") ? List.of(fields.get("windows").split(",", -1)) : List.of();
    fields.under(SUM).forEach((id, text) -> sums.put(operation(id), Sums.parse(text)));
  }

  private static Operation operation(String id) {
    Operation known = OPERATIONS.get(id);
    if (known == null)
      throw new IllegalStateException("the books name an unknown operation: " + id);
    return known;
  }

  Sums sums(Operation operation) {
    return sums.computeIfAbsent(operation, none -> new Sums());
  }

  /** What all lines add up to, or those of one operation. */
  Sums total(@Nullable Operation operation) {
    Sums total = new Sums();
    sums.forEach(
        (of, some) -> {
          if (operation == null || operation == of) total.add(some);
        });
    return total;
  }

  /** Begins again; what its entries add up to stays. */
  void reset(long from) {
    held = 0;
    running = 0;
    spent = 0;
    windows = List.of();
    countsFrom = from;
  }

  boolean isIdle() {
    return held == 0 && running == 0;
  }

  @Override
  public String id() {
    return Cells.SCOPE + path;
  }

  @Override
  public long ends() {
    return Long.MAX_VALUE;
  }

  @Override
  public String text() {
    Fields fields = new Fields();
    fields.usd("held", held);
    fields.put("running", running);
    fields.usd("spent", spent);
    fields.put("spentAt", spentAt);
    fields.put("forgotten", forgotten);
    fields.put("countsFrom", countsFrom);
    if (!windows.isEmpty()) fields.put("windows", String.join(",", windows));
    sums.forEach((operation, some) -> fields.put(SUM + operation.id(), some.text()));
    return fields.text();
  }
}
