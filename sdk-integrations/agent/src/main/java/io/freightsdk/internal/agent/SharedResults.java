package io.freightsdk.internal.agent;

import io.freightsdk.agent.ToolError;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Results by key, computed by one caller at a time: concurrent callers wait and then get its
 * result. Failures are not kept, so each waiter tries again itself.
 *
 * <p>Keeps the most recently used results, up to a bound. Safe for concurrent use.
 */
final class SharedResults<V> {
  private final ConcurrentMap<String, CompletableFuture<Void>> running = new ConcurrentHashMap<>();

  /** In the order of the latest use, the least recent first. */
  private final Map<String, V> kept;

  SharedResults(int bound) {
    this.kept =
        Collections.synchronizedMap(
            new LinkedHashMap<>(16, 0.75f, true) {
              @Override
              protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
                return size() > bound;
              }
            });
  }

  /** A result, and whether this caller computed it. */
  record Found<V>(V value, boolean mine) {}

  Found<V> get(String key, Supplier<V> work) {
    while (true) {
      V known = find(key);
      if (known != null) return new Found<>(known, false);

      CompletableFuture<Void> mine = new CompletableFuture<>();
      CompletableFuture<Void> other = running.putIfAbsent(key, mine);
      if (other != null) {
        await(other);
        continue;
      }
      try {
        // Another caller may have finished between the check and the claim.
        known = find(key);
        if (known != null) return new Found<>(known, false);

        V value = work.get();
        kept.put(key, value);
        return new Found<>(value, true);
      } finally {
        running.remove(key);
        mine.complete(null);
      }
    }
  }

  /** The result that is kept, without computing one; null for none. */
  @Nullable V find(String key) {
    return kept.get(key);
  }

  private static void await(CompletableFuture<Void> other) {
    try {
      other.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refusal.of("CANCELLED", ToolError.Retry.SAME_ARGUMENTS)
          .because(
              "The call was cancelled while it waited for another one to the same load.",
              "Call again with the same arguments if the result is still wanted.");
    } catch (ExecutionException e) {
      throw new AssertionError("only ever completed with null", e);
    }
  }
}
