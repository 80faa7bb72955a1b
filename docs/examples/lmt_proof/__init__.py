"""A verifier of the proof of liabilities, written from docs/PROOF.md alone."""
