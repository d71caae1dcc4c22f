package io.freightsdk.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The TCP connections of this process as Linux tells them, whoever opened them. A client that holds
 * an answer's body unread holds its connection too.
 */
public final class OpenSockets {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));
  private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)]");

  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int STATE = 3;
  private static final int INODE = 9;
  private static final String CLOSE_WAIT = "08";
  private static final Set<String> CONNECTED = Set.of("01", CLOSE_WAIT); // 01: ESTABLISHED

  private OpenSockets() {}

  /** Whether this system tells. */
  static boolean known() {
    return Files.isDirectory(DESCRIPTORS) && Files.isReadable(TABLES.get(0));
  }

  /** The numbers of this process's sockets, connected or not. */
  static Set<String> own() {
    try {
      return ownSockets();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Each connection of this process, by its number and its peer, but for the sockets that are
   * known. The system's tables are read only if there are others: they list every connection of the
   * machine, thousands after some tests.
   */
  static Set<String> connectionsBut(Set<String> known) {
    Set<String> connections = new HashSet<>();
    try {
      Set<String> others = ownSockets();
      others.removeAll(known);
      if (others.isEmpty()) return connections;
      for (Path table : TABLES) {
        if (!Files.exists(table)) continue;
        for (String line : Files.readAllLines(table)) {
          String[] fields = line.trim().split("\\s+");
          boolean connected = CONNECTED.contains(fields[STATE]) && others.contains(fields[INODE]);
          if (connected) connections.add("socket " + fields[INODE] + " to " + fields[REMOTE]);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return connections;
  }

  /**
   * Whether a server on this port, of this process or of another, has a connection that its client
   * has ended already: what was asked on it may still be at work. False where the system tells
   * nothing.
   */
  public static boolean anyLeftToServe(int port) {
    String ending = String.format(Locale.ROOT, ":%04X", port);
    try {
      for (Path table : TABLES) {
        if (!Files.exists(table)) continue;
        for (String line : Files.readAllLines(table)) {
          String[] fields = line.trim().split("\\s+");
          if (fields[LOCAL].endsWith(ending) && fields[STATE].equals(CLOSE_WAIT)) return true;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return false;
  }

  private static Set<String> ownSockets() throws IOException {
    Set<String> inodes = new HashSet<>();
    for (Path descriptor : descriptors()) {
      try {
        Matcher socket = SOCKET.matcher(Files.readSymbolicLink(descriptor).toString());
        if (socket.matches()) inodes.add(socket.group(1));
      } catch (IOException closedMeanwhile) {
        // Then it is not open.
      }
    }
    return inodes;
  }

  private static List<Path> descriptors() throws IOException {
    List<Path> all = new ArrayList<>();
    try (DirectoryStream<Path> open = Files.newDirectoryStream(DESCRIPTORS)) {
      open.forEach(all::add);
    }
    return all;
  }
}
