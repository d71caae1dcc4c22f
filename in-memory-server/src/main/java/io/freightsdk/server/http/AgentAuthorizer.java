package io.freightsdk.server.http;

import io.freightsdk.model.Operation;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.Account;
import io.freightsdk.server.service.AccountManager;
import io.freightsdk.server.service.AccountManager.Caller;
import io.freightsdk.server.service.account.AgentKeys.KeyGrant;
import io.freightsdk.server.service.account.PriceList;
import io.freightsdk.server.service.refusal.RefusedException;
import io.freightsdk.server.view.KeyScope;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Authorizes calls of the agent API, in the documented order: key (401), scope (403), registration
 * of the broker (422). Planned faults affect authorized calls only, before any other check.
 */
final class AgentAuthorizer {
  private static final String BEARER = "bearer ";

  private final AccountManager accounts;
  private final FaultInjector faults;

  AgentAuthorizer(AccountManager accounts, FaultInjector faults) {
    this.accounts = accounts;
    this.faults = faults;
  }

  @FunctionalInterface
  interface AgentHandler {
    Response handle(RequestContext context, Caller caller) throws IOException;
  }

  private record Requirements(Operation operation, @Nullable KeyScope scope, boolean registered) {}

  /**
   * A route of an operation that passes only authorized calls to {@code handler}.
   *
   * @param scope the scope that the key needs; null for none
   * @param registered whether the broker must be registered
   */
  Endpoint route(
      Operation operation, @Nullable KeyScope scope, boolean registered, AgentHandler handler) {
    Requirements requirements = new Requirements(operation, scope, registered);
    Endpoint route =
        Endpoint.of(
            operation.method(),
            operation.path(),
            context -> handle(context, requirements, handler));
    // A caller that pays for a response must get its body.
    return PriceList.isPaid(operation) ? route.withoutHead() : route;
  }

  private Response handle(RequestContext context, Requirements requirements, AgentHandler handler)
      throws IOException {
    String key = keyOf(context, requirements.operation());
    KeyGrant grant = key == null ? null : accounts.findKey(key);
    context.identify(requirements.operation(), grant == null ? null : grant.brokerId());
    Caller caller = authorize(context, requirements, key, grant);
    return faults.apply(context, requirements.operation(), inner -> handler.handle(inner, caller));
  }

  private Caller authorize(
      RequestContext context,
      Requirements requirements,
      @Nullable String key,
      @Nullable KeyGrant grant) {
    if (key == null) throw RefusedException.missingKey();
    Account account = grant == null ? null : accounts.find(grant.brokerId());
    if (grant == null || account == null) throw RefusedException.invalidKey();
    KeyScope scope = requirements.scope();
    if (scope != null && !grant.allows(scope)) {
      throw RefusedException.missingScope(scope.value());
    }
    if (requirements.registered() && !account.registered()) {
      throw RefusedException.unregisteredBroker(account.email());
    }
    return new Caller(account, context.requestId());
  }

  /**
   * The key of a call; null if there is none.
   *
   * @throws RefusedException for several headers with the same name
   */
  private static @Nullable String keyOf(RequestContext context, Operation operation) {
    boolean takesHeaderKey = operation.path().startsWith("/v1/freight/");
    String headerKey = takesHeaderKey ? single(context, "X-Agent-Key") : "";
    String authorization = single(context, "Authorization");
    if (!headerKey.isEmpty()) return headerKey;
    if (!authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) return null;
    String key = authorization.substring(BEARER.length()).trim();
    return key.isEmpty() ? null : key;
  }

  private static String single(RequestContext context, String name) {
    List<String> values = context.headers(name);
    if (values.size() > 1) {
      throw RefusedException.badRequest("Send one " + name + " header, not more");
    }
    return values.isEmpty() ? "" : values.get(0);
  }
}
