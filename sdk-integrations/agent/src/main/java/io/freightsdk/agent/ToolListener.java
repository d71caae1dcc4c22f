package io.freightsdk.agent;

/**
 * Is told of every finished call, on the thread that made the call. An exception that it throws is
 * logged and does not change the call.
 */
@FunctionalInterface
public interface ToolListener {
  void onCall(ToolEvent event);
}
