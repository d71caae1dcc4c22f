package io.freightsdk.agent;

/**
 * Hears of every finished call, on the thread that made it. What it throws is logged and changes
 * nothing.
 */
@FunctionalInterface
public interface ToolListener {
  void onCall(ToolEvent event);
}
