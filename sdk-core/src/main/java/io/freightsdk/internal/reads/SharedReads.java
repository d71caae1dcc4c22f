package io.freightsdk.internal.reads;

import io.freightsdk.CallOptions;
import io.freightsdk.error.ClientSaturatedException;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.call.Accounts;
import io.freightsdk.internal.call.Accounts.AccountKey;
import io.freightsdk.internal.call.Call;
import io.freightsdk.internal.call.CallRunner;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.call.CallSpec;
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
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Shares one read of a load among all callers of an account that ask for it at the same time, and
 * keeps its position for later ones. A shared read is a call whose first step waits: the first
 * caller reads, under its own options, and is charged; the others wait and get the same position or
 * failure. If only the first one is the reason (its limit, its deadline, a cancel), they go on
 * without it, and one of them reads. Safe for concurrent use.
 *
 * <p>A loading cache does not let us choose whose options and limit apply, and gives the failure of
 * the first caller to all others.
 */
public final class SharedReads {
  private final CallRunner calls;
  private final Accounts accounts;
  private final KnownPositions positions;

  /**
   * The reads under way. Each ends with a position, with a failure for all, or with null if the
   * others go on without its caller.
   */
  private final Map<AccountLoad, CompletableFuture<@Nullable PositionSnapshot>> reads =
      new ConcurrentHashMap<>();

  /**
   * @param cache through which processes share; null to share within this client only
   */
  public SharedReads(
      CallRunner calls, Accounts accounts, TimeSource time, @Nullable PositionCache cache) {
    this.calls = calls;
    this.accounts = accounts;
    this.positions = new KnownPositions(time, cache);
  }

  /**
   * A position of the {@code maxAge} of the call, or what its {@code staleIfError} allows; a read
   * of its own without both.
   */
  public CallResult<LoadPosition> read(CallSpec<LoadPosition> spec) {
    if (!isShared(spec)) return calls.run(spec);
    AccountKey key = agentKey();
    CallResult<LoadPosition> kept = kept(spec, key, positions::inMemory);
    if (kept != null) return kept;
    try {
      return calls.run(spec, call -> share(call, key));
    } catch (ClientSaturatedException refused) {
      CallResult<LoadPosition> stale = kept(spec, key, positions::staleInMemory);
      if (stale == null) throw refused;
      return stale;
    }
  }

  /** The same on another thread. Ending the future ends the wait of this caller only. */
  public <R> CompletableFuture<R> start(
      CallSpec<LoadPosition> spec, Function<CallResult<LoadPosition>, R> form) {
    if (!isShared(spec)) return calls.start(spec, form);
    AccountKey key = agentKey();
    CallResult<LoadPosition> kept = kept(spec, key, positions::inMemory);
    if (kept != null) return CompletableFuture.completedFuture(form.apply(kept));
    CompletableFuture<R> read = calls.start(spec, form, call -> share(call, key));
    CallResult<LoadPosition> stale =
        isRefused(read) ? kept(spec, key, positions::staleInMemory) : null;
    return stale != null ? CompletableFuture.completedFuture(form.apply(stale)) : read;
  }

  private static boolean isRefused(CompletableFuture<?> read) {
    return read.isCompletedExceptionally()
        && read.handle((any, thrown) -> thrown instanceof ClientSaturatedException).join();
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

  /** A position in memory, which needs no call; null for none. */
  private @Nullable CallResult<LoadPosition> kept(
      CallSpec<LoadPosition> spec,
      @Nullable AccountKey key,
      BiFunction<AccountLoad, CallOptions, @Nullable PositionSnapshot> memory) {
    if (key == null) return null;
    AccountLoad load = new AccountLoad(key.account(), number(spec));
    PositionSnapshot kept = memory.apply(load, spec.options());
    if (kept == null) return null;
    return CallResult.spared(kept.position(), Duration.ZERO, kept.readAt(), key.account());
  }

  private static String number(CallSpec<LoadPosition> spec) {
    return Objects.requireNonNull(spec.loadNumber(), "only reads of a load are shared");
  }

  // --- on the thread of a call ---

  private CallResult<LoadPosition> share(Call<LoadPosition> call, @Nullable AccountKey key) {
    CallOptions options = call.spec().options();
    AccountLoad load = new AccountLoad(call.payFrom(key), number(call.spec()));
    try {
      return readOrWait(call, load, options);
    } catch (FreightException failure) {
      if (!SharedFailures.allowsStale(failure)) throw failure;
      PositionSnapshot stale = positions.findStale(load, options);
      if (stale == null) throw failure;
      return call.insteadOf(failure, stale.position(), stale.readAt());
    }
  }

  private CallResult<LoadPosition> readOrWait(
      Call<LoadPosition> call, AccountLoad load, CallOptions options) {
    while (true) {
      PositionSnapshot young = positions.inMemory(load, options);
      if (young != null) return spared(call, young);
      CompletableFuture<@Nullable PositionSnapshot> mine = new CompletableFuture<>();
      CompletableFuture<@Nullable PositionSnapshot> theirs = reads.putIfAbsent(load, mine);
      if (theirs == null) return readForAll(call, load, options, mine);
      PositionSnapshot read = await(call, theirs);
      if (read != null) return spared(call, read);
    }
  }

  private static @Nullable PositionSnapshot await(
      Call<LoadPosition> call, CompletableFuture<@Nullable PositionSnapshot> theirs) {
    try {
      return call.await(theirs);
    } catch (CompletionException failed) {
      FreightException failure = (FreightException) Objects.requireNonNull(failed.getCause());
      throw SharedFailures.ofAnotherCaller(failure);
    }
  }

  private CallResult<LoadPosition> readForAll(
      Call<LoadPosition> call,
      AccountLoad load,
      CallOptions options,
      CompletableFuture<@Nullable PositionSnapshot> mine) {
    try {
      call.stopIfAborted();
      // Another caller, or another process, may have read it since this one asked.
      PositionSnapshot young = positions.find(load, options);
      if (young != null) return spared(call, young);
      CallResult<LoadPosition> answer = call.make();
      PositionSnapshot reading = new PositionSnapshot(answer.value(), answer.readAt());
      // Kept before the read ends, so that the next caller finds one of the two.
      positions.keep(load, reading);
      reads.remove(load, mine);
      mine.complete(reading);
      positions.store(load, reading);
      return answer;
    } catch (FreightException failure) {
      // Before the others continue, so that they do not repeat a read that has failed for all.
      if (SharedFailures.isRemembered(failure, options)) positions.readFailed(load);
      if (!SharedFailures.isOwn(failure, options)) {
        reads.remove(load, mine);
        mine.completeExceptionally(failure);
      }
      throw failure;
    } finally {
      // Unless it has ended already, the others go on without this caller.
      reads.remove(load, mine);
      mine.complete(null);
    }
  }

  private static CallResult<LoadPosition> spared(
      Call<LoadPosition> call, PositionSnapshot reading) {
    return call.spared(reading.position(), reading.readAt());
  }
}
