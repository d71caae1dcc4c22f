package io.freightsdk.internal.agent;

import io.freightsdk.FreightClient;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What all tools of one client share, because an application may build them for each user, request
 * or conversation: otherwise each of them would pay for the same order again. Nothing in it refers
 * to the client, so that it ends with it. Safe for concurrent use.
 */
final class ClientState {
  private static final int REMEMBERED_LOADS = 10_000;

  /** Guarded by itself. */
  private static final Map<FreightClient, ClientState> BY_CLIENT =
      Collections.synchronizedMap(new WeakHashMap<>());

  final Memory.Rows memory = new Memory.Rows();

  final SharedResults<CreateLoadTool.Created> loads = new SharedResults<>(REMEMBERED_LOADS);

  /** The highest price that was refused and is not covered yet; null while nothing is stopped. */
  final AtomicReference<@Nullable BigDecimal> refusedUsd = new AtomicReference<>();

  /** By caller, whose questions wait for each other. */
  final ConcurrentMap<String, ReentrantLock> asking = new ConcurrentHashMap<>();

  private ClientState() {}

  static ClientState of(FreightClient client) {
    return BY_CLIENT.computeIfAbsent(client, any -> new ClientState());
  }
}
