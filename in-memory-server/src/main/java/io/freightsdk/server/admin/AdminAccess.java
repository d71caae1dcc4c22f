package io.freightsdk.server.admin;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * Where the test control may be reached, and with what.
 *
 * @param address local address at which other machines may call it; a loopback address for none,
 *     the wildcard for every one
 * @param token needed by every caller; null where only this machine may call. {@code toString} does
 *     not show it
 */
public record AdminAccess(InetAddress address, @Nullable String token) {
  /**
   * Access at an address or the name of one.
   *
   * @throws IllegalArgumentException for a name without an address, or an address for other
   *     machines without a token
   */
  public static AdminAccess at(String host, @Nullable String token) {
    try {
      AdminAccess access = new AdminAccess(InetAddress.getByName(host), token);
      if (token != null || access.address.isLoopbackAddress()) return access;
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("admin host: no address for '" + host + "'", e);
    }
    throw new IllegalArgumentException("admin host " + host + " needs an admin token");
  }

  /** Whether other machines are to reach it. */
  public static boolean isForOthers(String host) {
    try {
      return !InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("admin host: no address for '" + host + "'", e);
    }
  }

  boolean reaches(InetAddress local) {
    boolean loopback = address.isLoopbackAddress();
    return !loopback && (address.isAnyLocalAddress() || address.equals(local));
  }

  @Override
  public String toString() {
    return "AdminAccess[" + address + "]";
  }
}
