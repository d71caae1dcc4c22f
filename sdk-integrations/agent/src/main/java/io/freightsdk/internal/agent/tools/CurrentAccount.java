package io.freightsdk.internal.agent.tools;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.internal.agent.results.HookGuard;
import io.freightsdk.internal.agent.results.ToolErrorException;

/** The broker account whose money a call would spend. */
final class CurrentAccount {
  private CurrentAccount() {}

  /**
   * The account of a client now.
   *
   * @throws ToolErrorException if the application's supplier of agent keys has none
   */
  static String of(FreightClient client) {
    return HookGuard.run(
        "the agent key supplier",
        client::accountId,
        () -> {
          throw ToolErrorException.of("KEY_UNAVAILABLE", Retry.AFTER_DELAY)
              .because(
                  "The application could not get its agent key, so nothing was sent.",
                  "Try once more in a minute, then tell the user.");
        });
  }
}
