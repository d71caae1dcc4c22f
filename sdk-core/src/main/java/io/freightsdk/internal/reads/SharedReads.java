package io.freightsdk.internal.reads;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.internal.call.Accounts;
import io.freightsdk.internal.call.Accounts.AccountKey;
import io.freightsdk.internal.call.Call;
import io.freightsdk.internal.call.CallRunner;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.internal.call.Failure;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.reads.KnownPositions.AccountLoad;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.positions.PositionCache;
import io.freightsdk.positions.PositionSnapshot;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Shares one read of a load among all concurrent callers of an account, and keeps its position for
 * later callers. Every caller has its own call, whose first step may wait. The first caller reads
 * with its own options, and is charged. The others wait, and get the same position or failure. If
 * the failure concerns only the first caller (its limit, its deadline, a cancel), the others
 * continue without it, and one of them reads. Safe for concurrent use.
 *
 * <p>A loading cache does not fit: it does not choose the caller whose options and limit apply, and
 * passes the failure of the first caller to all others.
 */
public final class SharedReads {
  private final CallRunner calls;
  private final Accounts accounts;
  private final KnownPositions positions;

  /**
   * The reads in progress. Each ends with a position, with a failure for all callers, or with null
   * if the others continue without its caller.
   */
  private final Map<AccountLoad, CompletableFuture<@Nullable PositionSnapshot>> reads =
      new ConcurrentHashMap<>();

  /**
   * @param cache shares positions with other processes; null for none
   */
  public SharedReads(
      CallRunner calls, Accounts accounts, TimeSource time, @Nullable PositionCache cache) {
    this.calls = calls;
    this.accounts = accounts;
    this.positions = new KnownPositions(time, cache);
  }

  /**
   * Returns a position within the {@code maxAge} of the call, or after a failure within its {@code
   * staleIfError}. Without both options, the call reads.
   */
  public CallResult<LoadPosition> read(CallSpec<LoadPosition> spec) {
    if (!isShared(spec)) return calls.run(spec);
    AccountKey key = agentKey();
    CallResult<LoadPosition> recent = inMemory(spec, key, false);
    if (recent != null) return calls.traceOnly(spec, recent);
    return calls.run(spec, call -> share(call, key), () -> inMemory(spec, key, true));
  }

  /** The same on another thread. Cancelling the future ends the call of this caller only. */
  public <R> CompletableFuture<R> start(
      CallSpec<LoadPosition> spec, Function<CallResult<LoadPosition>, R> form) {
    if (!isShared(spec)) return calls.start(spec, form);
    AccountKey key = agentKey();
    CallResult<LoadPosition> recent = inMemory(spec, key, false);
    if (recent != null) {
      return CompletableFuture.completedFuture(form.apply(calls.traceOnly(spec, recent)));
    }
    return calls.start(spec, form, call -> share(call, key), () -> inMemory(spec, key, true));
  }

  private static boolean isShared(CallSpec<LoadPosition> spec) {
    return spec.options().maxAge() != null || spec.options().staleIfError() != null;
  }

  /**
   * Null if the application's supplier throws. Then the call requests a key again, and fails:
   * without a key, the account is not certain.
   */
  private @Nullable AccountKey agentKey() {
    try {
      return accounts.key();
    } catch (Throwable noKey) {
      return null;
    }
  }

  /**
   * A position in memory; null for none.
   *
   * @param isStale whether it is returned after a failure, and does not replace a read
   */
  private @Nullable CallResult<LoadPosition> inMemory(
      CallSpec<LoadPosition> spec, @Nullable AccountKey key, boolean isStale) {
    if (key == null) return null;
    AccountLoad load = new AccountLoad(key.accountId(), number(spec));
    CallOptions options = spec.options();
    Duration maxAge = isStale ? options.staleIfError() : positions.acceptedAge(load, options);
    PositionSnapshot kept = positions.inMemory(load, maxAge);
    if (kept == null) return null;
    return CallResult.existing(
        kept.position(), isStale, 0, Charge.NONE, Duration.ZERO, kept.readAt(), key.accountId());
  }

  private static String number(CallSpec<LoadPosition> spec) {
    return Objects.requireNonNull(spec.loadNumber(), "only reads of a load are shared");
  }

  // --- on the thread of a call ---

  private CallResult<LoadPosition> share(Call<LoadPosition> call, @Nullable AccountKey key) {
    CallOptions options = call.spec().options();
    AccountLoad load = new AccountLoad(call.fixAccount(key), number(call.spec()));
    try {
      return readOrWait(call, load, options);
    } catch (Failure failure) {
      if (!SharedFailures.allowsStale(failure.exception())) throw failure;
      PositionSnapshot stale = positions.find(load, options.staleIfError());
      if (stale == null) throw failure;
      return call.existing(stale.position(), stale.readAt(), failure);
    }
  }

  private CallResult<LoadPosition> readOrWait(
      Call<LoadPosition> call, AccountLoad load, CallOptions options) {
    while (true) {
      PositionSnapshot recent = positions.inMemory(load, positions.acceptedAge(load, options));
      if (recent != null) return withoutRead(call, recent);
      CompletableFuture<@Nullable PositionSnapshot> own = new CompletableFuture<>();
      CompletableFuture<@Nullable PositionSnapshot> existing = reads.putIfAbsent(load, own);
      if (existing == null) return readForAll(call, load, options, own);
      PositionSnapshot read = await(call, existing);
      if (read != null) return withoutRead(call, read);
    }
  }

  private static @Nullable PositionSnapshot await(
      Call<LoadPosition> call, CompletableFuture<@Nullable PositionSnapshot> existing) {
    try {
      return call.await(existing);
    } catch (CompletionException failed) {
      Failure failure = (Failure) Objects.requireNonNull(failed.getCause());
      throw SharedFailures.forWaitingCaller(failure);
    }
  }

  private CallResult<LoadPosition> readForAll(
      Call<LoadPosition> call,
      AccountLoad load,
      CallOptions options,
      CompletableFuture<@Nullable PositionSnapshot> own) {
    try {
      call.throwIfAborted();
      // Another caller, or another process, may have read it in the meantime.
      PositionSnapshot recent = positions.find(load, positions.acceptedAge(load, options));
      if (recent != null) return withoutRead(call, recent);
      CallResult<LoadPosition> result = call.execute();
      PositionSnapshot snapshot = new PositionSnapshot(result.value(), result.readAt());
      // Kept before the read ends, so that the next caller finds one of the two.
      positions.keepInMemory(load, snapshot);
      reads.remove(load, own);
      own.complete(snapshot);
      positions.storeInCache(load, snapshot);
      return result;
    } catch (Failure failure) {
      // Before the others continue, so that they do not repeat a read that has failed for all.
      if (SharedFailures.countsAsRead(failure.exception(), options)) positions.readFailed(load);
      if (!SharedFailures.concernsOnlyReader(failure.exception(), options)) {
        reads.remove(load, own);
        own.completeExceptionally(failure);
      }
      throw failure;
    } finally {
      // Unless the read has ended already, the others continue without this caller.
      reads.remove(load, own);
      own.complete(null);
    }
  }

  private static CallResult<LoadPosition> withoutRead(
      Call<LoadPosition> call, PositionSnapshot snapshot) {
    return call.existing(snapshot.position(), snapshot.readAt(), null);
  }
}
