/** Opens the ledger's doors for tests in other packages. */
package io.freightsdk.spend;
