package io.freightsdk.mcp;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A way to the other side. Sending never throws: a host that has gone misses its messages. */
interface Wire {
  void send(Map<String, ? extends @Nullable Object> message);
}
