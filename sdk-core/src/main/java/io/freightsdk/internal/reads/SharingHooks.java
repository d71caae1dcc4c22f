package io.freightsdk.internal.reads;

import io.freightsdk.FreightResponse;
import io.freightsdk.internal.engine.CallAccount;
import io.freightsdk.internal.engine.CallPlan;
import io.freightsdk.internal.engine.Environment;
import io.freightsdk.internal.engine.MoneyHooks;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.spend.PriceBook;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.watch.PositionCache;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The money side of a client, and before it the reads that need no money. */
public final class SharingHooks implements MoneyHooks {
  private static final int KEPT_POSITIONS = 1_000;

  private final MoneyHooks money;
  private final SharedReads reads;

  private SharingHooks(MoneyHooks money, SharedReads reads) {
    this.money = money;
    this.reads = reads;
  }

  /**
   * Sharing in front of {@code money}.
   *
   * @param cache where processes share; null to share within this one only
   * @param baseUrl the service, and {@code agentKey} the account, that cache keys stand for
   * @param blocking where the cache may block
   */
  public static MoneyHooks before(
      MoneyHooks money,
      @Nullable PositionCache cache,
      String baseUrl,
      Supplier<String> agentKey,
      Environment world,
      Executor blocking) {
    PositionSource source =
        cache == null
            ? PositionSource.wire(world.clock())
            : new FleetSource(
                cache,
                new AccountKeys(baseUrl, agentKey),
                () -> UUID.randomUUID().toString(),
                world.clock(),
                world.timer(),
                blocking,
                money::shared);
    ReadMemory memory = new ReadMemory(KEPT_POSITIONS);
    return new SharingHooks(
        money, new SharedReads(world.clock(), world.timer(), memory, source, money::shared));
  }

  @Override
  public CompletableFuture<CallAccount> open(CallPlan plan) {
    return money.open(plan);
  }

  @Override
  public CompletableFuture<FreightResponse<LoadPosition>> sharePosition(
      CallPlan plan, Supplier<CompletableFuture<FreightResponse<LoadPosition>>> send) {
    return reads.share(plan, send);
  }

  @Override
  public void shared(CallPlan plan) {
    money.shared(plan);
  }

  @Override
  public PriceBook prices() {
    return money.prices();
  }

  @Override
  public SpendLedger ledger() {
    return money.ledger();
  }

  @Override
  public void toppedUp() {
    money.toppedUp();
  }

  @Override
  public void close() {
    money.close();
  }
}
