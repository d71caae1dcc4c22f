package io.freightsdk.agent;

import io.freightsdk.internal.agent.MemoryRows;
import java.util.SortedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the tools remember between calls: which order has which load, and what a person refused.
 * Default: in memory, shared by all tools of a client and lost with it. A host with several
 * processes, or one that is restarted, should keep it where it keeps its spend ledger; otherwise
 * each process could pay for the same order.
 *
 * <p>Safe for concurrent use. When it throws before a call is sent, the call is refused; afterwards
 * that is logged only, because the load is paid for.
 */
public interface ToolMemory {
  /** Rows of text by id. Ids have at most 100 visible ASCII characters, texts at most 4,000. */
  interface Rows {
    /** The text; null if there is no such row. */
    @Nullable String read(String id);

    void write(String id, String text);

    void delete(String id);

    /** The rows whose ids begin with the prefix, in the order of ids. */
    SortedMap<String, String> list(String prefix);
  }

  /**
   * Runs a change alone, among all processes that share the memory, and commits it. Nothing is
   * changed if it throws. It may run more than once.
   */
  <T extends @Nullable Object> T change(Function<Rows, T> change);

  /** A memory of this process, which keeps the 30,000 rows that were used last. */
  static ToolMemory inMemory() {
    return new MemoryRows(30_000);
  }
}
