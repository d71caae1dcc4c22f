package io.freightsdk;

/**
 * The operations of {@link FreightClient} as futures.
 *
 * <p>No method throws or blocks: every failure, also an invalid argument, completes the future with
 * the exception that the blocking client would throw. A future always completes. Cancelling it, or
 * completing it from outside with {@code complete}, {@code completeExceptionally}, {@code
 * orTimeout} or {@code completeOnTimeout}, cancels the call; {@code completeAsync} and the {@code
 * obtrude} methods do not. The charge of such a call is reported to the {@link RequestListener} and
 * recorded in the spend ledger. Callbacks run on threads of the client and may block.
 */
public interface AsyncFreightClient {
  // operations: published, future value

  /**
   * The same operations, with HTTP status, headers, attempts, charge and elapsed time of each
   * answer.
   */
  AsyncFreightResponseClient withResponse();

  /** Operations whose request and response bodies are not published; experimental. */
  AsyncFreightCatalog catalog();
}
