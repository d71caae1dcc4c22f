/** Nothing that a ledger asks, answers or tells shows an agent key, a link or a phone number. */
package io.freightsdk.secrets;
