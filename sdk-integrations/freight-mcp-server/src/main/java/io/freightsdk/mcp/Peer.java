package io.freightsdk.mcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which user of this machine is at the other end of a connection, where the system tells: Linux.
 */
final class Peer {
  private static final Path SELF = Path.of("/proc/self");
  private static final int ROOT = 0;

  private Peer() {}

  /** Whether another user than this one, or root, holds the other end. */
  static boolean isAnotherUser(int ownPort, int peerPort) {
    try {
      if (!Files.exists(SELF)) return false;
      int own = (Integer) Files.getAttribute(SELF, "unix:uid");
      for (String table : List.of("tcp", "tcp6")) {
        Path path = SELF.resolve("net").resolve(table);
        if (!Files.exists(path)) continue;
        Integer user = owner(Files.readAllLines(path), peerPort, ownPort);
        if (user != null) return user != own && user != ROOT;
      }
      return false;
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /**
   * The user of the socket between these ports.
   *
   * @param rows of a table in {@code /proc/net}: number, own address, the other one, state, four
   *     columns, of which one is two, and the user
   */
  static @Nullable Integer owner(List<String> rows, int local, int remote) {
    for (String row : rows) {
      String[] words = row.trim().split("\\s+", -1);
      boolean isIt =
          words.length > 7
              && words[1].endsWith(":%04X".formatted(local))
              && words[2].endsWith(":%04X".formatted(remote));
      if (isIt) return Integer.valueOf(words[7]);
    }
    return null;
  }
}
