/**
 * The public API: starts, controls and inspects the in-memory service. Its value types are used by
 * every layer below; the layers never call {@code InMemoryFreightServer}.
 */
@NullMarked
package io.freightsdk.server;

import org.jspecify.annotations.NullMarked;
