package io.freightsdk.mcp;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sends messages to a host. Sending never throws; messages to a host that has gone are dropped. */
interface Wire {
  void send(Map<String, ? extends @Nullable Object> message);
}
