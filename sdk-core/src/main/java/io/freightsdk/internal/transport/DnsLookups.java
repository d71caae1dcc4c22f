package io.freightsdk.internal.transport;

import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import okhttp3.Dns;
import org.jspecify.annotations.Nullable;

/**
 * Looks up host names on threads of the client, once for each host however many requests wait. A
 * look-up notices neither a cancel nor an interrupt: with a time limit of 0.3 s, OkHttp's {@code
 * execute()} returned after 4.2 s while a look-up hung. Here a request only waits for it: its time
 * limit, a cancel and an interrupt end the wait, and the look-up runs on in the background.
 */
final class DnsLookups implements Dns {
  private final Dns names;
  private final Executor threads;
  private final Map<String, CompletableFuture<List<InetAddress>>> running =
      new ConcurrentHashMap<>();

  /** The exchange that a thread executes; each client has its own look-ups. */
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<Exchange> current = new ThreadLocal<>();

  /**
   * @param names of the caller's client
   * @param threads where a look-up may block
   */
  DnsLookups(Dns names, Executor threads) {
    this.names = names;
    this.threads = threads;
  }

  /** The exchange that this thread executed until now, for {@link #end}; null for none. */
  @Nullable Exchange begin(Exchange exchange) {
    Exchange before = current.get();
    current.set(exchange);
    return before;
  }

  /** The exchange that this thread executes; null for none. */
  @Nullable Exchange current() {
    return current.get();
  }

  /**
   * @param before the exchange to restore: an interceptor may have made a call within another
   */
  void end(@Nullable Exchange before) {
    if (before == null) {
      current.remove();
    } else {
      current.set(before);
    }
  }

  /**
   * Equal to those of another client that was built over the same OkHttpClient, and never to the
   * {@code Dns} that they wrap. OkHttp compares them to decide which connections of its pool a call
   * may use, so none of ours carries a call of the application, whose cancel could break the next.
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DnsLookups same && names.equals(same.names);
  }

  @Override
  public int hashCode() {
    return names.hashCode();
  }

  @Override
  public List<InetAddress> lookup(String host) throws UnknownHostException {
    Exchange exchange = current.get();
    CompletableFuture<List<InetAddress>> found = shared(host);
    Thread here = Thread.currentThread();
    CompletableFuture<?> unused = found.whenComplete((any, failure) -> LockSupport.unpark(here));
    while (!found.isDone()) {
      boolean interrupted = here.isInterrupted();
      boolean over = interrupted || (exchange != null && exchange.isOver());
      // The exchange recognizes an interrupt by this message.
      String how = interrupted ? "interrupted" : "canceled";
      if (over) throw DnsLookups.<RuntimeException>sneak(new InterruptedIOException(how));
      LockSupport.park(this);
    }
    try {
      return found.join();
    } catch (CompletionException failed) {
      throw DnsLookups.<RuntimeException>sneak(
          Objects.requireNonNullElse(failed.getCause(), failed));
    }
  }

  /** The running look-up of the host, or a new one. */
  private CompletableFuture<List<InetAddress>> shared(String host) {
    CompletableFuture<List<InetAddress>> mine = new CompletableFuture<>();
    CompletableFuture<List<InetAddress>> other = running.putIfAbsent(host, mine);
    if (other != null) return other;
    try {
      threads.execute(() -> look(host, mine));
    } catch (Throwable noThread) {
      running.remove(host, mine);
      mine.completeExceptionally(noThread);
    }
    return mine;
  }

  private void look(String host, CompletableFuture<List<InetAddress>> found) {
    // Removed before it completes, so that a request after that starts a new look-up.
    try {
      List<InetAddress> addresses = names.lookup(host);
      running.remove(host, found);
      found.complete(addresses);
    } catch (Throwable thrown) {
      running.remove(host, found);
      found.completeExceptionally(thrown);
    }
  }

  /** Throws it undeclared: OkHttp and the exchange distinguish these exceptions by their types. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
