package io.freightsdk.internal.agent.tools;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.internal.agent.results.HookGuard;
import io.freightsdk.internal.agent.results.ToolErrorException;
import io.freightsdk.internal.agent.results.ToolErrors;

/** Reads the broker account that pays for calls, each time, because the key may change. */
final class CurrentAccount {
  private CurrentAccount() {}

  /**
   * Returns the current account of a client.
   *
   * @throws ToolErrorException if the application's agent key supplier fails
   */
  static String of(FreightClient client) {
    return HookGuard.run(
        "the agent key supplier",
        client::accountId,
        () -> {
          throw ToolErrorException.of("KEY_UNAVAILABLE", Retry.AFTER_DELAY)
              .because(
                  "The application could not get its agent key, so nothing was sent.",
                  ToolErrors.IN_A_MINUTE);
        });
  }
}
