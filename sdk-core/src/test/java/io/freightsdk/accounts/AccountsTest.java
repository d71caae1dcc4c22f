package io.freightsdk.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.testing.World;
import java.util.Iterator;
import java.util.List;
import okio.ByteString;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The account id of a client. */
class AccountsTest {
  private static final String ADDRESS = "https://freight.test";
  private static final String OTHER_ADDRESS = "https://other.test";
  private static final String EAST = "agentkey-of-the-east-0001";
  private static final String WEST = "agentkey-of-the-west-0001";

  @AutoClose private final World world = new World();

  private FreightClient.Builder builderAt(String address) {
    return world.builder().baseUrl(address).agentKey(EAST);
  }

  private String accountOf(FreightClient.Builder builder) {
    return world.client(builder).accountId();
  }

  private static String digest(String text, int chars) {
    return ByteString.encodeUtf8(text).sha256().hex().substring(0, chars);
  }

  @Test
  void accountIdIsADigestOfAddressAndKey() {
    assertThat(accountOf(builderAt(ADDRESS)))
        .isEqualTo(digest(ADDRESS, 8) + "-" + digest(ADDRESS + "\n" + EAST, 16))
        .isNotEqualTo(accountOf(builderAt(ADDRESS).agentKey(WEST)))
        .isNotEqualTo(accountOf(builderAt(OTHER_ADDRESS)));
  }

  @Test
  void accountIdWithANameIsADigestOfAddressAndName() {
    assertThat(accountOf(builderAt(ADDRESS).account("acme")))
        .isEqualTo(digest(ADDRESS, 8) + "." + digest(ADDRESS + "\nacme", 16))
        .isNotEqualTo(accountOf(builderAt(ADDRESS).account("Acme")))
        .isNotEqualTo(accountOf(builderAt(ADDRESS).agentKey("acme")));
  }

  /** The requests are the same, and another process may be configured without the slash. */
  @Test
  void trailingSlashDoesNotChangeTheAccount() {
    assertThat(accountOf(builderAt(ADDRESS + "/gateway/")))
        .isEqualTo(accountOf(builderAt(ADDRESS + "/gateway")));
  }

  @Test
  void clientOfAnotherBrokerDoesNotInheritTheName() {
    FreightClient east = world.client(builderAt(ADDRESS).account("east"));
    try (FreightClient west = east.withAgentKey(WEST, null);
        FreightClient named = east.withAgentKey(WEST, null, "west");
        FreightClient likeEast = east.withAgentKey(WEST, null, "east")) {
      assertThat(west.accountId()).isEqualTo(accountOf(builderAt(ADDRESS).agentKey(WEST)));
      assertThat(named.accountId()).isEqualTo(accountOf(builderAt(ADDRESS).account("west")));
      assertThat(likeEast.accountId()).isEqualTo(east.accountId());
    }
  }

  @Test
  void accountIdFollowsTheKeySupplier() {
    Iterator<String> keys = List.of(EAST, WEST, EAST).iterator();
    FreightClient client = world.client(builderAt(ADDRESS).agentKey(keys::next));
    String east = accountOf(builderAt(ADDRESS));

    assertThat(client.accountId()).isEqualTo(east);
    assertThat(client.accountId()).isEqualTo(accountOf(builderAt(ADDRESS).agentKey(WEST)));
    assertThat(client.accountId()).isEqualTo(east);
  }

  @Test
  void failingKeySupplierNeedsAnAccountName() {
    FreightClient.Builder sealed =
        builderAt(ADDRESS)
            .agentKey(
                () -> {
                  throw new IllegalStateException("sealed");
                });
    FreightClient unnamed = world.client(sealed);
    assertThatThrownBy(unnamed::accountId).isExactlyInstanceOf(IllegalStateException.class);

    assertThat(accountOf(sealed.account("acme")))
        .isEqualTo(accountOf(builderAt(ADDRESS).account("acme")));
  }

  @Test
  void invalidKeyHasNoAccountAndIsNotShown() {
    FreightClient client = world.client(builderAt(ADDRESS).agentKey(() -> "secret\nX-Evil: 1"));
    assertThatThrownBy(client::accountId)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t"})
  void blankAccountNameIsRefused(String name) {
    assertThatThrownBy(() -> builderAt(ADDRESS).account(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("account: must not be blank; set a text, or leave it out");
  }

  @Test
  void accountNameHasAtMost255Characters() {
    assertThat(accountOf(builderAt(ADDRESS).account("a".repeat(255)))).hasSize(25);
    assertThatThrownBy(() -> builderAt(ADDRESS).account("a".repeat(256)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("account: must have at most 255 characters, got 256; shorten it");
    FreightClient client = world.client(builderAt(ADDRESS));
    assertThatThrownBy(() -> client.withAgentKey(WEST, null, " "))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
