package io.freightsdk.internal.watch;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What all watches of a client share.
 *
 * @param reads the client
 * @param ledger its ledger; null if it has none
 * @param alarm the time of day, and what wakes them
 * @param gate how many of them read at once
 * @param retryPolicy of reads that have none of their own
 * @param threads may wait for a database
 */
public record WatchWorld(
    Reads reads,
    @Nullable Budgets ledger,
    AlarmClock alarm,
    ReadGate gate,
    RetryPolicy retryPolicy,
    Executor threads) {
  /** What a watch asks of the ledger of its client. No method blocks. */
  public interface Budgets {
    /**
     * What counts now against the limit that a scope has itself, in USD: also what may have been
     * charged, and what reads on their way cost.
     */
    CompletableFuture<BigDecimal> usedUsd(SpendScope scope);

    /** Everything ever spent in a scope and inside it, in USD: also what may have been charged. */
    CompletableFuture<BigDecimal> spentUsd(SpendScope scope);

    /**
     * What a ledger says.
     *
     * @param threads may wait for its database
     */
    static Budgets of(LedgerGuard guard, Executor threads) {
      return new Budgets() {
        @Override
        public CompletableFuture<BigDecimal> usedUsd(SpendScope scope) {
          return ask(
              () -> {
                SpendFilter of = SpendFilter.all().scope(scope);
                return guard.ledger().totals(of).limits().get(0).usedUsd();
              });
        }

        @Override
        public CompletableFuture<BigDecimal> spentUsd(SpendScope scope) {
          return ask(() -> guard.ledger().totals(SpendFilter.all().scope(scope)).spentUsd());
        }

        private CompletableFuture<BigDecimal> ask(Supplier<BigDecimal> question) {
          return CompletableFuture.supplyAsync(
              () -> {
                try {
                  return question.get();
                } catch (SpendLedgerException away) {
                  // As the read would have failed.
                  NextStep next = away.isPassing() ? NextStep.RETRY_LATER : NextStep.NONE;
                  throw FreightException.thrownBy(
                      "the spend ledger",
                      FailureFacts.refused(Operation.GET_LOAD_POSITION, next, null),
                      away);
                }
              },
              threads);
        }
      };
    }
  }

  /**
   * Where budgets are kept.
   *
   * @throws IllegalArgumentException if the client has no ledger
   */
  public Budgets budgets() {
    if (ledger == null) {
      throw new IllegalArgumentException(
          "budget: a spend ledger keeps it, and the client has none; build the client with"
              + " FreightClient.builder().spendGuard(SpendLedger.inMemory().guard())");
    }
    return ledger;
  }

  /** What a watch asks of its client. No method blocks. */
  public interface Reads {
    /** Reads a position, paid or shared. */
    CompletableFuture<FreightResponse<LoadPosition>> read(String loadNumber, CallOptions options);

    /** The prepaid balance in USD; free. */
    CompletableFuture<BigDecimal> balanceUsd();

    /** The live price of a position read in USD; free. */
    CompletableFuture<BigDecimal> readPriceUsd();

    /**
     * What a client says.
     *
     * @param threads may wait for its answers
     */
    static Reads of(FreightClient client, Executor threads) {
      return new Reads() {
        @Override
        public CompletableFuture<FreightResponse<LoadPosition>> read(
            String loadNumber, CallOptions options) {
          return interruptible(
              () -> client.withResponse().getLoadPosition(loadNumber, options), threads);
        }

        @Override
        public CompletableFuture<BigDecimal> balanceUsd() {
          return client.async().getBalance().thenApply(balance -> balance.balanceUsd());
        }

        @Override
        public CompletableFuture<BigDecimal> readPriceUsd() {
          String name = Operation.GET_LOAD_POSITION.priceKey();
          return client
              .async()
              .getPricing()
              .thenApply(list -> Objects.requireNonNull(list.prices().get(name), name));
        }
      };
    }

    /** A call on one of the threads; cancelling its future interrupts it. */
    private static <T> CompletableFuture<T> interruptible(Supplier<T> call, Executor threads) {
      CompletableFuture<T> future = new CompletableFuture<>();
      FutureTask<?> task =
          new FutureTask<>(
              () -> {
                try {
                  future.complete(call.get());
                } catch (Throwable failed) {
                  future.completeExceptionally(failed);
                }
              },
              null);
      CompletableFuture<?> unused =
          future.whenComplete(
              (value, failed) -> {
                if (future.isCancelled()) task.cancel(true);
              });
      try {
        threads.execute(task);
      } catch (RejectedExecutionException closed) {
        future.completeExceptionally(closed);
      }
      return future;
    }
  }
}
