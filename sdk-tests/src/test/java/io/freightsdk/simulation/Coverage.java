package io.freightsdk.simulation;

import io.freightsdk.model.Operation;
import io.freightsdk.simulation.Fault.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts which fault struck which operation, in which phase, under which setting. One thread. */
final class Coverage {
  private static final int SETTINGS = 4;
  private static final int PHASES = Phase.values().length;
  private static final int OPERATIONS = Operation.values().length;

  private final long[] cells = new long[Fault.values().length * OPERATIONS * PHASES * SETTINGS];
  private final long[] edges = new long[Edge.values().length];

  void met(Edge edge) {
    edges[edge.ordinal()]++;
  }

  void strike(Fault fault, Operation operation, Phase phase, Settings settings) {
    cells[cell(fault, operation, phase, settings.database(), settings.limited())]++;
  }

  private static int cell(
      Fault fault, Operation operation, Phase phase, boolean database, boolean limited) {
    int setting = (database ? 2 : 0) + (limited ? 1 : 0);
    int place = fault.ordinal() * OPERATIONS + operation.ordinal();
    return (place * PHASES + phase.ordinal()) * SETTINGS + setting;
  }

  void add(Coverage other) {
    for (int i = 0; i < cells.length; i++) cells[i] += other.cells[i];
    for (int i = 0; i < edges.length; i++) edges[i] += other.edges[i];
  }

  /**
   * What worlds are meant to come to and these have not: each fault with each operation, in each
   * phase of a call, and each edge.
   */
  List<String> neverMet() {
    List<String> never = new ArrayList<>();
    for (Fault fault : Fault.values()) {
      for (Operation operation : Fault.OPERATIONS) {
        boolean mayBe =
            Arrays.stream(Phase.values())
                .anyMatch(any -> fault.reachable(operation, any, true, false));
        if (mayBe && strikes(fault, operation, null) == 0) {
          never.add("%s of %s".formatted(fault, operation.id()));
        }
      }
      for (Phase phase : Phase.values()) {
        boolean isReachable =
            Fault.OPERATIONS.stream().anyMatch(any -> fault.reachable(any, phase, true, false));
        if (isReachable && strikes(fault, null, phase) == 0) {
          never.add("%s while %s".formatted(fault, phase));
        }
      }
    }
    for (Edge edge : Edge.values()) {
      if (edges[edge.ordinal()] == 0) never.add(edge.toString());
    }
    return never;
  }

  /** How often it struck this operation in this phase; null for any. */
  private long strikes(Fault fault, @Nullable Operation operation, @Nullable Phase phase) {
    long strikes = 0;
    for (Operation any : operation == null ? Fault.OPERATIONS : Set.of(operation)) {
      for (Phase each : phase == null ? Phase.values() : new Phase[] {phase}) {
        for (int setting = 0; setting < SETTINGS; setting++) {
          strikes += cells[cell(fault, any, each, setting >= 2, setting % 2 == 1)];
        }
      }
    }
    return strikes;
  }

  /** The reachable cells that nothing was met in, as sentences. */
  List<String> missed() {
    List<String> missed = new ArrayList<>();
    for (Fault fault : Fault.values()) {
      for (Operation operation : Fault.OPERATIONS) {
        for (Phase phase : Phase.values()) {
          for (int setting = 0; setting < SETTINGS; setting++) {
            boolean database = setting >= 2;
            boolean limited = setting % 2 == 1;
            if (!fault.reachable(operation, phase, database, limited)) continue;
            if (cells[cell(fault, operation, phase, database, limited)] > 0) continue;
            missed.add(
                "%s of %s while %s, books %s, %s limits"
                    .formatted(
                        fault,
                        operation.id(),
                        phase,
                        database ? "in a database" : "in memory",
                        limited ? "with" : "without"));
          }
        }
      }
    }
    return missed;
  }

  /** How many cells can be reached. */
  int reachable() {
    int count = 0;
    for (Fault fault : Fault.values()) {
      for (Operation operation : Fault.OPERATIONS) {
        for (Phase phase : Phase.values()) {
          for (int setting = 0; setting < SETTINGS; setting++) {
            if (fault.reachable(operation, phase, setting >= 2, setting % 2 == 1)) count++;
          }
        }
      }
    }
    return count;
  }

  /** One line for a fault and an operation: how often in each phase, over all settings. */
  String table() {
    StringBuilder table = new StringBuilder("fault x operation: strikes by phase\n");
    for (Fault fault : Fault.values()) {
      for (Operation operation : Fault.OPERATIONS) {
        if (!fault.fits(operation)) continue;
        table.append("%-22s %-16s".formatted(fault, operation.id()));
        for (Phase phase : Phase.values()) {
          if (!fault.reachable(operation, phase, true, false)) continue;
          long sum = 0;
          sum += strikes(fault, operation, phase);
          table.append(" %s %,d".formatted(phase, sum));
        }
        table.append('\n');
      }
    }
    for (Edge edge : Edge.values()) {
      table.append("%-50s %,d%n".formatted(edge, edges[edge.ordinal()]));
    }
    return table.toString();
  }
}
