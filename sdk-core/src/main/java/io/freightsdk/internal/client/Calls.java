package io.freightsdk.internal.client;

import io.freightsdk.FreightResponse;
import io.freightsdk.internal.concurrent.LinkedFuture;
import io.freightsdk.internal.engine.CallEngine;
import io.freightsdk.internal.engine.CallResult;
import io.freightsdk.internal.engine.CallSpec;
import io.freightsdk.internal.engine.MoneyHooks;
import io.freightsdk.internal.reads.SharedReads;
import io.freightsdk.model.LoadPosition;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The four ways to make a call: blocking or as a future, the value alone or with its response. */
final class Calls {
  private final CallEngine engine;
  private final @Nullable SharedReads reads;

  /** Calls that share nothing. */
  Calls(CallEngine engine) {
    this(engine, null);
  }

  Calls(CallEngine engine, @Nullable SharedReads reads) {
    this.engine = engine;
    this.reads = reads;
  }

  MoneyHooks money() {
    return engine.money();
  }

  <T> T value(CallSpec<T> spec) {
    return Blocking.run(
        engine, spec.plan(), here -> engine.startBlocking(spec, CallResult::value, here));
  }

  <T> FreightResponse<T> response(CallSpec<T> spec) {
    return Blocking.run(
        engine, spec.plan(), here -> engine.startBlocking(spec, CallResult::toResponse, here));
  }

  /** Never throws: a spec that cannot be made is a failed future. */
  <T> CompletableFuture<T> asyncValue(Supplier<CallSpec<T>> spec) {
    return future(() -> engine.startAsync(spec.get(), CallResult::value));
  }

  <T> CompletableFuture<FreightResponse<T>> asyncResponse(Supplier<CallSpec<T>> spec) {
    return future(() -> engine.startAsync(spec.get(), CallResult::toResponse));
  }

  /** An operation without an answer of success: its future only ever fails. */
  CompletableFuture<Void> asyncNothing(Supplier<CallSpec<Object>> spec) {
    return future(
        () ->
            engine.startAsync(
                spec.get(),
                result -> {
                  throw new IllegalStateException("the operation has no result");
                }));
  }

  LoadPosition position(CallSpec<LoadPosition> spec) {
    return shareable(spec) ? positionResponse(spec).value() : value(spec);
  }

  FreightResponse<LoadPosition> positionResponse(CallSpec<LoadPosition> spec) {
    return shareable(spec)
        ? Blocking.run(engine, spec.plan(), here -> shared(spec))
        : response(spec);
  }

  CompletableFuture<LoadPosition> asyncPosition(Supplier<CallSpec<LoadPosition>> spec) {
    return future(
        () -> {
          CallSpec<LoadPosition> made = spec.get();
          return shareable(made)
              ? new LinkedFuture<>(shared(made), FreightResponse::value)
              : engine.startAsync(made, CallResult::value);
        });
  }

  CompletableFuture<FreightResponse<LoadPosition>> asyncPositionResponse(
      Supplier<CallSpec<LoadPosition>> spec) {
    return future(
        () -> {
          CallSpec<LoadPosition> made = spec.get();
          return shareable(made) ? shared(made) : engine.startAsync(made, CallResult::toResponse);
        });
  }

  private boolean shareable(CallSpec<LoadPosition> spec) {
    return reads != null && spec.plan().options().maxAge() != null;
  }

  private CompletableFuture<FreightResponse<LoadPosition>> shared(CallSpec<LoadPosition> spec) {
    return Objects.requireNonNull(reads)
        .read(
            spec.plan(),
            plan ->
                engine.run(
                    new CallSpec<>(plan, spec.request(), spec.reader()), CallResult::toResponse));
  }

  private static <R> CompletableFuture<R> future(Supplier<CompletableFuture<R>> call) {
    try {
      return call.get();
    } catch (RuntimeException refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }
}
