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
 * Resolves host names on threads of the client. All requests that wait for a host share one lookup.
 * A lookup notices neither a cancel nor an interrupt. With a time limit of 0.3 s, OkHttp's {@code
 * execute()} returned after 4.2 s while a lookup hung. Here a request only waits: its time limit, a
 * cancel and an interrupt end the wait, and the lookup continues in the background.
 */
final class DnsLookups implements Dns {
  private final Dns dns;
  private final Executor threads;
  private final Map<String, CompletableFuture<List<InetAddress>>> running =
      new ConcurrentHashMap<>();

  /** The last text of the resolver about each host that it does not resolve. */
  private final Map<String, String> failures = new ConcurrentHashMap<>();

  /** The exchange that a thread executes. Not static, because each client has its own lookups. */
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<@Nullable Exchange> current = new ThreadLocal<>();

  /**
   * @param dns the resolver of the caller's client
   * @param threads where a lookup may block
   */
  DnsLookups(Dns dns, Executor threads) {
    this.dns = dns;
    this.threads = threads;
  }

  /** The exchange that this thread executes; null for none. */
  @Nullable Exchange current() {
    return current.get();
  }

  void setCurrent(@Nullable Exchange exchange) {
    current.set(exchange);
  }

  /**
   * Whether both wrap the same {@code Dns}, as in two clients that were built over one
   * OkHttpClient. Never equal to the wrapped {@code Dns} itself. OkHttp compares them to decide
   * which pooled connections a call may use. So no connection of this client carries a call of the
   * application, whose cancel could break the next request.
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DnsLookups same && dns.equals(same.dns);
  }

  @Override
  public int hashCode() {
    return dns.hashCode();
  }

  @Override
  public List<InetAddress> lookup(String host) throws UnknownHostException {
    Exchange exchange = current.get();
    CompletableFuture<List<InetAddress>> addresses = sharedLookup(host);
    Thread here = Thread.currentThread();
    CompletableFuture<?> unused =
        addresses.whenComplete((any, failure) -> LockSupport.unpark(here));
    while (!addresses.isDone()) {
      boolean interrupted = here.isInterrupted();
      boolean stopped = interrupted || (exchange != null && exchange.isCancelled());
      // The exchange recognizes an interrupt by this message.
      String message = interrupted ? "interrupted" : "canceled";
      if (stopped)
        throw DnsLookups.<RuntimeException>throwUndeclared(new InterruptedIOException(message));
      LockSupport.park(this);
    }
    try {
      return addresses.join();
    } catch (CompletionException failed) {
      throw DnsLookups.<RuntimeException>throwUndeclared(
          Objects.requireNonNullElse(failed.getCause(), failed));
    }
  }

  /** The running lookup of the host, or a new one. */
  private CompletableFuture<List<InetAddress>> sharedLookup(String host) {
    CompletableFuture<List<InetAddress>> mine = new CompletableFuture<>();
    CompletableFuture<List<InetAddress>> other = running.putIfAbsent(host, mine);
    if (other != null) return other;
    try {
      threads.execute(() -> resolve(host, mine));
    } catch (Throwable noThread) {
      running.remove(host, mine);
      mine.completeExceptionally(noThread);
    }
    return mine;
  }

  private void resolve(String host, CompletableFuture<List<InetAddress>> addresses) {
    // Removed before it completes, so that a later request starts a new lookup.
    try {
      List<InetAddress> resolved = dns.lookup(host);
      failures.remove(host);
      running.remove(host, addresses);
      addresses.complete(resolved);
    } catch (Throwable thrown) {
      Throwable failure = thrown instanceof UnknownHostException e ? explained(host, e) : thrown;
      running.remove(host, addresses);
      addresses.completeExceptionally(failure);
    }
  }

  /**
   * The failure with the text of the resolver, which says whether it is temporary. The JDK caches a
   * failure for ten seconds, without its text: then the message is only the host.
   */
  private UnknownHostException explained(String host, UnknownHostException failure) {
    String text = failure.getMessage();
    if (text != null && !text.equals(host)) {
      failures.put(host, text);
      return failure;
    }
    String earlier = failures.get(host);
    return earlier == null ? failure : new UnknownHostException(earlier);
  }

  /** Throws undeclared, because OkHttp and the exchange distinguish exceptions by their types. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T throwUndeclared(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
