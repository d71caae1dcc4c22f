package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.spring.boot.FreightProperties;
import io.freightsdk.spring.boot.FreightProperties.Limits;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;

/**
 * The clients of {@code freight.clients.*} and their ledgers. Each client has its own key, limits
 * and positions; the ledger belongs to the account, so clients of one account may share it.
 */
final class NamedClients {
  /** Listens to the ledger of a client, by the client's name. */
  interface Listeners {
    SpendListener of(String client);
  }

  /** Positions that all clients of an account share, in all instances. */
  interface AccountPositions {
    PositionCache of(String account);
  }

  /** A ledger, and the clients that have it so far. */
  private record Opened(SpendLedger ledger, Set<String> clients) {}

  private final FreightProperties properties;
  private final ClientMaker maker;
  private final LedgerOpener ledgers;
  private final ObjectProvider<Listeners> listeners;
  private final @Nullable SpendLimits limits;
  private final @Nullable AccountPositions shared;
  private final ObjectProvider<PositionCache> positions;

  /** By name. Beans are made by one thread at a time. */
  private final Map<String, Opened> opened = new HashMap<>();

  /** The first client of each base URL with a key, and of each with the name of an account. */
  private final Map<String, String> firstOf = new HashMap<>();

  /**
   * @param limits of the application, in place of those in the properties; null if it has none
   */
  NamedClients(
      FreightProperties properties,
      ClientMaker maker,
      LedgerOpener ledgers,
      ObjectProvider<Listeners> listeners,
      @Nullable SpendLimits limits,
      @Nullable AccountPositions shared,
      ObjectProvider<PositionCache> positions) {
    this.properties = properties;
    this.maker = maker;
    this.ledgers = ledgers;
    this.listeners = listeners;
    this.limits = limits;
    this.shared = shared;
    this.positions = positions;
  }

  private FreightProperties.Client settings(String name) {
    return Objects.requireNonNull(properties.clients().get(name));
  }

  private static String prefix(String name) {
    return "freight.clients." + name + ".";
  }

  /** The name of the ledger of a client. */
  static String book(FreightProperties properties, String name) {
    FreightProperties.Client client = properties.clients().get(name);
    return client == null || client.book() == null ? name : client.book();
  }

  /** The bean {@code <name>Ledger}. */
  SpendLedger ledger(String name) {
    return StartFailure.explained(() -> opened(name, book(properties, name)).ledger);
  }

  private Opened opened(String name, String book) {
    requireOneLedger(name, book);
    Opened known = opened.get(book);
    if (known == null) {
      Listeners named = listeners.getIfAvailable();
      SpendLedger ledger = ledgers.open(book, named == null ? null : named.of(name));
      known = new Opened(ledger, new LinkedHashSet<>());
      opened.put(book, known);
    }
    for (String other : known.clients) {
      if (other.equals(name) || mayShare(name, other)) continue;
      throw new IllegalArgumentException(
          "%sbook: \"%s\" is the ledger of the client \"%s\", which has another base URL or agent key; a ledger is for one account, so name another ledger, or the account of both"
              .formatted(prefix(name), book, other));
    }
    known.clients.add(name);
    return known;
  }

  /** In two ledgers, each would see a part of what the account spends. */
  private void requireOneLedger(String name, String book) {
    String key = key(name);
    if (key != null) {
      requireOneLedger(
          name,
          book,
          "agent-key: the client \"%s\" has the same base URL and agent key, and another ledger; an account has one ledger, so give each client the key of its own broker, or both the same book",
          key);
    }
    String account = settings(name).account();
    if (account != null) {
      requireOneLedger(
          name,
          book,
          "account: the client \"%s\" names the same account, and another ledger; an account has one ledger, so give each account a name of its own, or both clients the same book",
          account);
    }
  }

  private void requireOneLedger(String name, String book, String refusal, String account) {
    // With the base URL, because staging may name its accounts as production does.
    String first = firstOf.putIfAbsent(url(name) + "\n" + refusal + "\n" + account, name);
    if (first == null || book(properties, first).equals(book)) return;
    throw new IllegalArgumentException(prefix(name) + refusal.formatted(first));
  }

  /** Whether they are of one account, as far as one can know it: a key may come later. */
  private boolean mayShare(String one, String other) {
    String account = settings(one).account();
    String otherAccount = settings(other).account();
    if (account != null || otherAccount != null) return Objects.equals(account, otherAccount);
    if (!url(one).equals(url(other))) return false;
    String key = key(one);
    String otherKey = key(other);
    return key == null || otherKey == null || key.equals(otherKey);
  }

  /** Null if it is not known yet. */
  private @Nullable String key(String name) {
    return maker.hasKeys() ? maker.key(name) : settings(name).agentKey();
  }

  private String url(String name) {
    FreightProperties.Client client = settings(name);
    String url = client.baseUrl() != null ? client.baseUrl() : properties.baseUrl();
    if (url == null) url = System.getenv("FREIGHT_BASE_URL");
    if (url != null) return url;
    throw new IllegalArgumentException(
        "no base URL: set " + prefix(name) + "base-url or freight.base-url");
  }

  /** The bean of this name. */
  FreightClient client(String name) {
    return StartFailure.explained(() -> make(name, settings(name)));
  }

  private FreightClient make(String name, FreightProperties.Client client) {
    String prefix = prefix(name);
    if (client.agentKey() == null && !maker.hasKeys()) {
      throw new IllegalArgumentException("no agent key: set " + prefix + "agent-key");
    }
    Limits of = added(client.limits(), properties.spend().limits());
    ClientMaker.Account account =
        new ClientMaker.Account(
            url(name),
            client.agentKey(),
            FreightSpendAutoConfiguration.perCall(prefix + "limits.", of),
            FreightSpendAutoConfiguration.guard(
                ledger(name), limits(prefix, client.limits(), of), prefix, client.account()),
            shared != null ? shared.of(book(properties, name)) : positions.getIfAvailable());
    return maker.make(name, maker.common(), account);
  }

  private SpendLimits limits(String prefix, @Nullable Limits own, Limits all) {
    if (limits == null) return FreightSpendAutoConfiguration.limits(prefix + "limits.", all);
    boolean hasOwn =
        own != null && !own.equals(new Limits(own.perCall(), null, null, null, null, null));
    if (!hasOwn) return limits;
    throw new IllegalArgumentException(
        prefix
            + "limits: the application has a bean SpendLimits, to which a client's properties"
            + " cannot be added; set freight.spend.limits.* instead of the bean");
  }

  /** Each limit of the client's own, and of the common ones those that it does not set. */
  static Limits added(@Nullable Limits own, Limits common) {
    if (own == null) return common;
    return new Limits(
        either(own.perCall(), common.perCall()),
        either(own.perMinute(), common.perMinute()),
        either(own.perHour(), common.perHour()),
        either(own.perDay(), common.perDay()),
        either(own.dayZone(), common.dayZone()),
        either(own.total(), common.total()));
  }

  private static <T> @Nullable T either(@Nullable T own, @Nullable T common) {
    return own != null ? own : common;
  }

  /** Registers a client and its ledger for each name. */
  static final class Registrar extends ClientBeans {
    Registrar() {
      super("freightNamedClients");
    }

    @Override
    void register(String name, BeanDefinitionRegistry registry) {
      String ledger = name + "Ledger";
      RootBeanDefinition client = made(FreightClient.class, "client", name);
      // ClientShutdown closes it, in the right phase, and before its ledger.
      client.setDestroyMethodName("");
      client.setDependsOn(ledger);
      register(registry, name, name, client);
      register(registry, name, ledger, made(SpendLedger.class, "ledger", name));
    }

    private static void register(
        BeanDefinitionRegistry registry, String client, String bean, RootBeanDefinition made) {
      if (registry.containsBeanDefinition(bean)) {
        throw new StartFailure(
            "freight.clients." + client + ": there is a bean " + bean + " already.",
            "Give the client another name.",
            null);
      }
      registry.registerBeanDefinition(bean, made);
    }
  }
}
