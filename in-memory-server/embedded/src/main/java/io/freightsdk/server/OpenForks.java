package io.freightsdk.server;

import io.freightsdk.server.http.FreightHttp;
import io.freightsdk.server.http.OwnCertificate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Starts the forks of a server, and closes them with it. Safe for use by several threads. */
final class OpenForks {
  private final FreightServerBuilder settings;
  private final @Nullable String adminToken;
  private final FreightHttp http;
  private final @Nullable OwnCertificate certificate;
  private final List<InMemoryFreightServer> open = new CopyOnWriteArrayList<>();
  private volatile boolean closed;

  /** Of the server that answers at {@code http}, with its settings. */
  OpenForks(
      FreightServerBuilder settings,
      @Nullable String adminToken,
      FreightHttp http,
      @Nullable OwnCertificate certificate) {
    this.settings = settings;
    this.adminToken = adminToken;
    this.http = http;
    this.certificate = certificate;
  }

  /**
   * A fork with this state.
   *
   * @throws IllegalStateException when {@code most} forks are open, those of forks included, or the
   *     server is closed
   */
  InMemoryFreightServer start(ServerSnapshot from, int most) {
    if (closed) throw new IllegalStateException("the server is closed");
    FreightHttp place = http.fork(most);
    InMemoryFreightServer fork;
    try {
      fork = new InMemoryFreightServer(settings.forFork(adminToken, place, certificate), from);
    } catch (RuntimeException cannotBegin) {
      place.stop();
      throw cannotBegin;
    }
    open.removeIf(other -> other.closed);
    open.add(fork);
    if (closed) fork.close();
    return fork;
  }

  /** Those that are still open, the oldest first. */
  List<InMemoryFreightServer> all() {
    return open.stream().filter(fork -> !fork.closed).toList();
  }

  /** Closes the fork whose path has this id; false when none is open. */
  boolean close(String id) {
    for (InMemoryFreightServer fork : all()) {
      if (!id.equals(fork.http.forkId())) continue;
      fork.close();
      // What it held is not kept until the next one begins.
      open.remove(fork);
      return true;
    }
    return false;
  }

  void close() {
    closed = true;
    open.forEach(InMemoryFreightServer::close);
  }
}
