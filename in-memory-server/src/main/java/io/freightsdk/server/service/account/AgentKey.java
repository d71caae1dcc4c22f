package io.freightsdk.server.service.account;

import io.freightsdk.server.view.Scope;
import java.util.Set;

/** What a valid key stands for. The key itself is kept only as a digest. */
public record AgentKey(String brokerId, Set<Scope> scopes) {
  /** Whether this key may do what {@code scope} names. */
  public boolean allows(Scope scope) {
    return scopes.contains(scope);
  }
}
