package io.freightsdk.examples.benchmarks.peer;

import java.util.concurrent.CompletableFuture;

/** A client of the API, ready to call. Safe for use by many threads. */
public interface Peer extends AutoCloseable {
  String KEY = "sk_benchmark_0123456789abcdef";
  String LOAD = "LD-2026-0001";

  /** A call with a small answer. */
  Object balance() throws Exception;

  /** A call with an answer of 45 KB. */
  Object position() throws Exception;

  /** The small call without a thread that waits for it. */
  default CompletableFuture<?> balanceLater() {
    throw new UnsupportedOperationException(getClass().getSimpleName() + " was not asked to");
  }

  @Override
  void close();
}
